/** Creates issues of passive assessments, before their location is added (security-penetration-tests, rule 9). */
import type { FoundIssue } from '#platform/ports/penetration-testing';

/** An issue with its full proof. */
export type Weakness = Omit<FoundIssue, 'evidence' | 'affectedEndpoint' | 'proofOfConcept'> & { readonly proof: string };

type Severity = FoundIssue['severity'];

/** Creates an issue from its id, severity and CWE, its texts, and its proof. */
export function createWeakness(
  [findingId, severity, cweId]: readonly [string, Severity, string | null],
  [title, summary, impact, remediation, validationSteps]: readonly [string, string, string, string, string],
  proof: string,
): Weakness {
  return { findingId, severity, cweId, title, summary, impact, remediation, validationSteps, proof };
}
