/** Runs one check on one connection (integrations, rules 2 and 16). */
import type { components } from '#generated/api';
import { MissingValue, isProviderFailure, reasonLineOf, CredentialsRefused } from './failures.ts';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { hideSecrets } from './hide-secrets.ts';
import type { Check, CheckContext, FailedResult, PassedResult, Severity, Source } from './manifest.ts';
import { redact, makeStorable, makeValueStorable } from './redaction.ts';

/** Time limit of a check, in milliseconds. */
const timeoutMs = 60_000;
const maxLogs = 100;

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
  readonly status: 'completed' | 'failed' | 'inconclusive';
  /** The results of the check, failures first. Empty if the check could not run. */
  readonly findings: readonly Finding[];
  readonly logs: readonly components['schemas']['CheckRunLog'][];
  /** The message that says why the check could not run. */
  readonly error: string | undefined;
  /** The error that was thrown. */
  readonly thrownError?: unknown;
}

/**
 * @param sourceFor creates the source, whose calls are aborted by the given signal @param signal the signal of the run
 * @param secrets secrets of the connection, which are hidden in all results; tokens that the check fetches are added
 */
export async function runCheck(
  check: Check,
  sourceFor: (signal: AbortSignal) => Source,
  signal: AbortSignal,
  secrets: readonly string[],
): Promise<Outcome> {
  const findings: Finding[] = [];
  const logs: components['schemas']['CheckRunLog'][] = [];
  const timeout = AbortSignal.timeout(timeoutMs);
  const addFinding = (passed: boolean, result: PassedResult | FailedResult, severity: Severity | null, remediation: string | null) =>
    void findings.push({
      passed,
      severity,
      remediation,
      resourceType: makeStorable(result.resourceType),
      resourceId: makeStorable(result.resourceId),
      title: makeStorable(result.title),
      description: makeStorable(result.description),
      evidence: makeValueStorable(result.evidence ?? null),
      collectedAt: new Date().toISOString(),
    });
  const source = sourceFor(AbortSignal.any([signal, timeout]));
  const context: CheckContext = {
    ...source,
    note(level, message, data) {
      if (logs.length < maxLogs)
        logs.push({
          check: check.id,
          level,
          message: redact(message, secrets),
          ...(data && { data: Object(createSecretHider(secrets).value(data)) }),
          timestamp: new Date().toISOString(),
        });
    },
    pass: (result) => addFinding(true, result, null, null),
    fail: (result) => addFinding(false, result, result.severity ?? check.severity ?? 'medium', makeStorable(result.remediation)),
  };
  try {
    for (const { id, required } of check.variables ?? [])
      if (required && !source.variables[id]) throw new MissingValue(`The variable ${id} is not set`);
    await check.run(context);
    const safeFindings = await hideSecrets(findings, secrets, source);
    return {
      status: findings.some(({ passed }) => !passed) ? 'failed' : 'completed',
      findings: safeFindings.toSorted((first, second) => Number(first.passed) - Number(second.passed)),
      logs,
      error: undefined,
    };
  } catch (error) {
    if (timeout.aborted && !signal.aborted)
      return { status: 'inconclusive', findings: [], logs, error: `The check took longer than ${timeoutMs / 1_000} seconds` };
    if (signal.aborted || !isProviderFailure(error)) throw error;
    // The organization can correct credentials and variables, so these errors count as failures. It cannot correct other errors.
    const isCorrectable = error instanceof CredentialsRefused || error instanceof MissingValue;
    return {
      status: isCorrectable ? 'failed' : 'inconclusive',
      findings: [],
      logs,
      error: reasonLineOf(error, secrets),
      thrownError: error,
    };
  }
}
