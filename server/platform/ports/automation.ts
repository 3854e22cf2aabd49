/** Executes the scripts of automations and judges what they find (spec/areas/task-automations, rules 3 and 4). */
import type { JsonObject } from '../json-object.ts';

/** A published file. */
export interface Script {
  /** Media type, without parameters, in lower case. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A credential field of an active connection. */
export interface AutomationSecret {
  readonly value: string;
  /** The only host, with its port, that the value may be sent to; undefined when the connection has no address. */
  readonly host: string | undefined;
}

/** The newest run of a check that has succeeded or failed. */
export interface CheckFinding {
  readonly checkRunId: string;
  readonly status: string;
  readonly totalChecked: number;
  readonly passedCount: number;
  readonly failedCount: number;
  readonly completedAt: string | null;
  /** JSON. */
  readonly results: readonly JsonObject[];
  /** The credentials of the connection, which must not show in what is kept. */
  readonly secrets: readonly string[];
}

/** What a script reaches of its organization. */
export interface Surroundings {
  readonly organizationId: string;
  /** Names in lower case, or `*.` and a domain. */
  readonly allowedHosts: readonly string[];
  /** @returns undefined when no active connection has such a field @throws AutomationFailed when it cannot be read */
  secret(connectionId: string, fieldId: string): Promise<AutomationSecret | undefined>;
  /** @returns undefined when the organization has no such finding @throws AutomationFailed when there are too many results */
  finding(connectionId: string, checkId: string): Promise<CheckFinding | undefined>;
  /** Adds a line to the log of the run. It must have no secrets. */
  note(level: 'info' | 'warn' | 'error', message: string): void;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** Whether the criteria that a script has of its own hold, and otherwise the first that does not. */
export interface OwnVerdict {
  readonly holds: boolean;
  readonly reason: string | null;
}

export interface AutomationOutcome {
  /** The evidence, without secrets. */
  readonly output: JsonObject;
  /** Undefined for a script without criteria. */
  readonly verdict: OwnVerdict | undefined;
}

export interface AutomationRunner {
  /** @param type media type of a file @returns whether such files can be executed */
  takes(type: string): boolean;
  /** Bytes that a script may have. */
  readonly largest: number;
  /** @returns a message for each fault that keeps a script from being published */
  faultsIn(script: Script, allowedHosts: readonly string[]): Promise<readonly string[]>;
  /** @throws AutomationFailed when there is no output */
  run(script: Script, surroundings: Surroundings): Promise<AutomationOutcome>;
}

export interface Evaluation {
  readonly status: 'pass' | 'fail' | null;
  readonly reason: string | null;
}

export interface EvidenceEvaluator {
  /** @param criteria of the automation, in words that the evaluator understands; null when there are none */
  evaluate(
    criteria: string | null,
    outcome: AutomationOutcome,
    circumstances: Pick<Surroundings, 'organizationId' | 'signal'>,
  ): Promise<Evaluation>;
}

/** Why a run has no output, in words that its reader may see. */
export class AutomationFailed extends Error {}
