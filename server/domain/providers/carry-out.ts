/** Carries one check out on one connection (spec/areas/integrations, rules 2 and 16). */
import type { components } from '../../../generated/api.d.ts';
import { Incomplete, isFailure, lineOf, CredentialsRefused } from './failures.ts';
import type { Check, CheckContext, Failed, Passed, Severity, Source } from './manifest.ts';
import { redacted, storable, storableValue } from './redaction.ts';

/** Milliseconds that a check may take. */
const most = 60_000;
const mostLogs = 100;

export interface Finding {
  readonly passed: boolean;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity | null;
  readonly remediation: string | null;
  readonly evidence: unknown;
  readonly collectedAt: string;
}

export interface Outcome {
  readonly status: 'success' | 'failed' | 'inconclusive';
  /** What failed comes first; none when the check could not be carried out. */
  readonly findings: readonly Finding[];
  readonly logs: readonly components['schemas']['CheckRunLog'][];
  /** Why it could not be carried out, in words and as it was thrown. */
  readonly error: string | undefined;
  readonly thrown?: unknown;
}

/**
 * @param sourceFor the connection, with calls that end with the signal @param signal of the run
 * @param secrets of the connection, which are in nothing that it says
 */
export async function carryOut(
  check: Check,
  sourceFor: (signal: AbortSignal) => Source,
  signal: AbortSignal,
  secrets: readonly string[],
): Promise<Outcome> {
  const findings: Finding[] = [];
  const logs: components['schemas']['CheckRunLog'][] = [];
  const late = AbortSignal.timeout(most);
  const found = (passed: boolean, result: Passed | Failed, severity: Severity | null, remediation: string | null) =>
    void findings.push({
      passed,
      severity,
      remediation,
      resourceType: storable(result.resourceType),
      resourceId: storable(result.resourceId),
      title: storable(result.title),
      description: storable(result.description),
      evidence: storableValue(result.evidence ?? null),
      collectedAt: new Date().toISOString(),
    });
  const source = sourceFor(AbortSignal.any([signal, late]));
  const context: CheckContext = {
    ...source,
    note(level, message, data) {
      if (logs.length < mostLogs)
        logs.push({
          check: check.id,
          level,
          message: redacted(message, secrets),
          ...(data && { data }),
          timestamp: new Date().toISOString(),
        });
    },
    pass: (result) => found(true, result, null, null),
    fail: (result) => found(false, result, result.severity ?? check.severity ?? 'medium', storable(result.remediation)),
  };
  try {
    for (const { id, required } of check.variables ?? [])
      if (required && !source.variables[id]) throw new Incomplete(`The variable ${id} is not set`);
    await check.run(context);
    return {
      status: findings.some(({ passed }) => !passed) ? 'failed' : 'success',
      findings: findings.toSorted((one, other) => Number(one.passed) - Number(other.passed)),
      logs,
      error: undefined,
    };
  } catch (error) {
    if (late.aborted && !signal.aborted)
      return { status: 'inconclusive', findings: [], logs, error: `The check took longer than ${most / 1_000} seconds` };
    if (signal.aborted || !isFailure(error)) throw error;
    // Credentials and variables are the organization's to set right; anything else is not its fault.
    const theirs = error instanceof CredentialsRefused || error instanceof Incomplete;
    return { status: theirs ? 'failed' : 'inconclusive', findings: [], logs, error: lineOf(error, secrets), thrown: error };
  }
}
