/** Redacts secrets in evidence, and shortens evidence for responses (evidence-export, rules 11 and 12). */
import { redactText, redactValue } from '#platform/redaction/text/redact';
import type { EvidenceResult, EvidenceRun } from './evidence.ts';

/** Maximum number of characters of one value, and of all values of a response together. */
const limits = { value: 20_000, all: 1_000_000 } as const;

/** @returns the run without the secrets in its texts, logs and output. Results are redacted separately. */
export function redactRun<Run extends Omit<EvidenceRun, 'results'>>(run: Run): Run {
  const { error, evaluationReason } = run;
  return {
    ...run,
    error: error === null ? null : redactText(error),
    evaluationReason: evaluationReason === null ? null : redactText(evaluationReason),
    logs: redactValue(run.logs),
    output: redactValue(run.output),
  };
}

/** @returns the result without the secrets in its texts and evidence */
export function redactResult(result: EvidenceResult): EvidenceResult {
  const { title, description, remediation, resourceId, evidence } = result;
  return {
    ...result,
    resourceId: redactText(resourceId),
    title: redactText(title),
    description: description === null ? null : redactText(description),
    remediation: remediation === null ? null : redactText(remediation),
    evidence: redactValue(evidence),
  };
}

/** @returns a function that replaces a value with a note of its size if the value is too long, alone or together with all earlier values */
export function createShortener(): (value: unknown) => unknown {
  let remaining: number = limits.all;
  return (value) => {
    if (value === null || value === undefined) return null;
    const text = JSON.stringify(value);
    if (text.length <= Math.min(remaining, limits.value)) {
      remaining -= text.length;
      return value;
    }
    return {
      truncated: true,
      message: 'This is too long to be shown here. The archive of the task has all of it.',
      sizeBytes: Buffer.byteLength(text),
    };
  };
}
