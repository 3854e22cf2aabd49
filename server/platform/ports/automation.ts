/** Ports for running automation scripts and evaluating their findings (task-automations, rules 3 and 4). */
import type { JsonObject } from '../json-object.ts';

/** A published script file. */
export interface Script {
  /** Media type, without parameters, in lower case. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A credential field of an active connection. */
export interface AutomationSecret {
  readonly value: string;
  /** The only URL, with everything below it, to which the value may be sent; undefined if it must not be sent. */
  readonly address: URL | undefined;
}

/** The newest check run that succeeded or failed. */
export interface CheckFinding {
  readonly checkRunId: string;
  readonly status: string;
  readonly totalChecked: number;
  readonly passedCount: number;
  readonly failedCount: number;
  readonly completedAt: string | null;
  /** JSON. */
  readonly results: readonly JsonObject[];
  /** Credentials of the connection, which must be removed from stored data. */
  readonly secrets: readonly string[];
}

/** What a script can access of its organization. */
export interface ScriptContext {
  readonly organizationId: string;
  /** Lower-case host names, or `*.` and a domain. */
  readonly allowedHosts: readonly string[];
  /** @returns undefined when no active connection has the field @throws AutomationFailed when it cannot be read */
  secret(connectionId: string, fieldId: string): Promise<AutomationSecret | undefined>;
  /** @returns undefined when this check of the connection has no finding @throws AutomationFailed when there are too many results */
  finding(connectionId: string, checkId: string): Promise<CheckFinding | undefined>;
  /** Adds a line to the run's log. It must not contain secrets. */
  note(level: 'info' | 'warn' | 'error', message: string): void;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** Whether the script's own criteria are met, and if not, a reason that names the first unmet criterion. */
export interface CriteriaResult {
  readonly holds: boolean;
  readonly reason: string | null;
}

export interface AutomationOutcome {
  /** The evidence, without secrets. */
  readonly output: JsonObject;
  /** Undefined for a script without criteria. */
  readonly verdict: CriteriaResult | undefined;
}

export interface AutomationRunner {
  /** @param type media type of a file @returns whether such files can be executed */
  supportsType(type: string): boolean;
  /** Maximum bytes of a script. */
  readonly maxScriptBytes: number;
  /** @returns a message for each problem that prevents publishing a script */
  findProblems(script: Script, allowedHosts: readonly string[]): Promise<readonly string[]>;
  /**
   * Returns whether a script uses credentials or results of connections. If this function is missing, every script counts as using them.
   */
  usesConnections?(script: Script): boolean;
  /** @throws AutomationFailed when there is no output */
  run(script: Script, context: ScriptContext): Promise<AutomationOutcome>;
}

export interface Evaluation {
  readonly status: 'pass' | 'fail' | null;
  readonly reason: string | null;
}

export interface EvidenceEvaluator {
  /** @param criteria of the automation, in a form that the evaluator understands; null when there are none */
  evaluate(
    criteria: string | null,
    outcome: AutomationOutcome,
    circumstances: Pick<ScriptContext, 'organizationId' | 'signal'>,
  ): Promise<Evaluation>;
}

/** Why a run has no output. The message may be shown to its reader. */
export class AutomationFailed extends Error {}
