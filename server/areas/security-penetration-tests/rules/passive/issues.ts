/** What a passive assessment may find, before it is known where (spec/areas/security-penetration-tests, rule 9). */
import type { FoundIssue } from '../../../../platform/ports/penetration-testing.ts';

/** An issue, and the proof of it before it is shortened. */
export type Weakness = Omit<FoundIssue, 'evidence' | 'affectedEndpoint' | 'proofOfConcept'> & { readonly proof: string };

type Severity = FoundIssue['severity'];

/** @param about the words of the issue: what it is, what may follow, how to fix it, how to verify that */
export function weakness(
  [findingId, severity, cweId]: readonly [string, Severity, string | null],
  [title, summary, impact, remediation, validationSteps]: readonly [string, string, string, string, string],
  proof: string,
): Weakness {
  return { findingId, severity, cweId, title, summary, impact, remediation, validationSteps, proof };
}
