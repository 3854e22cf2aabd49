/**
 * Filters the output of every runner before it is stored: removes secrets, and limits proofs to the ordered evidence level
 * (security-penetration-tests, rule 10).
 */
import { redactText } from '#platform/redaction/text/redact';
import type { FoundIssue, RunnerEvent } from '#platform/ports/penetration-testing';
import { type EvidenceLevel, proofOf } from './limits.ts';

type OptionalText = string | null | undefined;

/** Redacts secrets, and removes U+0000, which the database does not accept. */
const clean = (text: string) => redactText(text.replaceAll('\u0000', ''));
const cleanOrNull = (text: OptionalText) => (typeof text === 'string' ? clean(text) : null);
const limitProof = (text: OptionalText, level: EvidenceLevel) => (typeof text === 'string' ? (proofOf(text, level) ?? null) : null);

export function filterIssue(issue: FoundIssue, level: EvidenceLevel): FoundIssue {
  return {
    ...issue,
    title: clean(issue.title),
    summary: cleanOrNull(issue.summary),
    affectedEndpoint: cleanOrNull(issue.affectedEndpoint),
    impact: cleanOrNull(issue.impact),
    remediation: cleanOrNull(issue.remediation),
    validationSteps: cleanOrNull(issue.validationSteps),
    attackPath: cleanOrNull(issue.attackPath),
    proofOfConcept: limitProof(issue.proofOfConcept, level),
    evidence: limitProof(issue.evidence, level),
  };
}

export function filterEvent({ summary, description, ...event }: RunnerEvent): RunnerEvent {
  return { ...event, summary: clean(summary), ...(description !== undefined && { description: clean(description) }) };
}

export function filterReport(report: string): string {
  return clean(report);
}
