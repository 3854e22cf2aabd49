/** What is kept of what a runner says, whichever runner it is: no secrets, and as much of a proof as was ordered (spec/areas/security-penetration-tests, rule 10). */
import { redactedText } from '../../../domain/redaction/redact.ts';
import type { FoundIssue, ToldEvent } from '../../../platform/ports/penetration-testing.ts';
import { type EvidenceLevel, proofOf } from './limits.ts';

type Part = string | null | undefined;

/** The database takes no U+0000. */
const clean = (text: string) => redactedText(text.replaceAll('\u0000', ''));
const part = (text: Part) => (typeof text === 'string' ? clean(text) : null);
const proof = (text: Part, level: EvidenceLevel) => (typeof text === 'string' ? (proofOf(text, level) ?? null) : null);

export function keptIssue(issue: FoundIssue, level: EvidenceLevel): FoundIssue {
  return {
    ...issue,
    title: clean(issue.title),
    summary: part(issue.summary),
    affectedEndpoint: part(issue.affectedEndpoint),
    impact: part(issue.impact),
    remediation: part(issue.remediation),
    validationSteps: part(issue.validationSteps),
    attackPath: part(issue.attackPath),
    proofOfConcept: proof(issue.proofOfConcept, level),
    evidence: proof(issue.evidence, level),
  };
}

export function keptEvent({ summary, description, ...event }: ToldEvent): ToldEvent {
  return { ...event, summary: clean(summary), ...(description !== undefined && { description: clean(description) }) };
}

export function keptReport(report: string): string {
  return clean(report);
}
