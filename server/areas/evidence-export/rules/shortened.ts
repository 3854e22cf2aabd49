/** What an answer shows of evidence that may be of any length (spec/areas/evidence-export, rules 11 and 12). */
import { redactedText, redactedValue } from '../../../domain/redaction/redact.ts';
import type { EvidenceResult, EvidenceRun } from './evidence.ts';

/** Characters of one value, and of all values together, that an answer shows. */
const most = { value: 20_000, all: 1_000_000 } as const;

/** A run without secrets. Its results are left as they are. */
export function redactedRun<Run extends Omit<EvidenceRun, 'results'>>(run: Run): Run {
  const { error, evaluationReason } = run;
  return {
    ...run,
    error: error === null ? null : redactedText(error),
    evaluationReason: evaluationReason === null ? null : redactedText(evaluationReason),
    logs: redactedValue(run.logs),
    output: redactedValue(run.output),
  };
}

/** A result without secrets. */
export function redactedResult(result: EvidenceResult): EvidenceResult {
  const { title, description, remediation, resourceId, evidence } = result;
  return {
    ...result,
    resourceId: redactedText(resourceId),
    title: redactedText(title),
    description: description === null ? null : redactedText(description),
    remediation: remediation === null ? null : redactedText(remediation),
    evidence: redactedValue(evidence),
  };
}

/** @returns what replaces values that are too long, or that come after too many others, by a note of their size */
export function shorteners(): (value: unknown) => unknown {
  let left: number = most.all;
  return (value) => {
    if (value === null || value === undefined) return null;
    const text = JSON.stringify(value);
    if (text.length <= Math.min(left, most.value)) {
      left -= text.length;
      return value;
    }
    return {
      truncated: true,
      message: 'This is too long to be shown here. The archive of the task has all of it.',
      sizeBytes: Buffer.byteLength(text),
    };
  };
}
