/** Limits that depend on the options of an order (security-penetration-tests, rule 10). */
import type { components } from '#generated/api';
import { redactText } from '#platform/redaction/text/redact';

type Schemas = components['schemas'];
export type Depth = Schemas['PenetrationTestScanDepth'];
export type EvidenceLevel = Schemas['PenetrationTestEvidenceLevel'];

export const maxAttempts = 3;

/** For each depth, the maximum duration of an attempt in minutes, and the number of well-known paths to request. */
export const depths: Readonly<Record<Depth, { readonly minutes: number; readonly paths: number }>> = {
  quick: { minutes: 15, paths: 8 },
  standard: { minutes: 120, paths: 18 },
  deep: { minutes: 720, paths: 40 },
};

/** The maximum length of excerpts, in characters. */
const maxExcerptLengths: Readonly<Record<EvidenceLevel, number>> = { report_only: 0, safe_proof: 240, impact_proof: 4_000 };

interface OrderOptions {
  readonly scanDepth: Depth | null;
  readonly pipelineTesting: boolean;
}

export function depthOf({ scanDepth, pipelineTesting }: OrderOptions): Depth {
  return pipelineTesting ? 'quick' : (scanDepth ?? 'standard');
}

/** @returns the excerpt of a proof that the level allows, with secrets removed; undefined if the level allows none */
export function proofOf(text: string, level: EvidenceLevel): string | undefined {
  const maxLength = maxExcerptLengths[level];
  if (maxLength === 0) return undefined;
  const redacted = redactText(text.replaceAll('\u0000', ''));
  return redacted.length > maxLength ? `${redacted.slice(0, maxLength).toWellFormed()}…` : redacted;
}
