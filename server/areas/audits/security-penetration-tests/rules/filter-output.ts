/**
 * Filters the output of any runner before it is stored: removes secrets, and limits proofs to the ordered level
 * (security-penetration-tests, rule 10).
 */
import { redactText } from '#platform/redaction/text/redact';
import type { FoundIssue, RunnerEvent } from '#platform/ports/penetration-testing';
import { type EvidenceLevel, proofOf } from './limits.ts';

type Section = string | null | undefined;

/** The database does not accept U+0000. */
const clean = (text: string) => redactText(text.replaceAll('\u0000', ''));
const part = (text: Section) => (typeof text === 'string' ? clean(text) : null);
const proof = (text: Section, level: EvidenceLevel) => (typeof text === 'string' ? (proofOf(text, level) ?? null) : null);

export function filterIssue(issue: FoundIssue, level: EvidenceLevel): FoundIssue {
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

export function filterEvent({ summary, description, ...event }: RunnerEvent): RunnerEvent {
  return { ...event, summary: clean(summary), ...(description !== undefined && { description: clean(description) }) };
}

export function filterReport(report: string): string {
  return clean(report);
}
