/** What the choices of an order mean (spec/areas/security-penetration-tests, rule 10). */
import type { components } from '../../../../generated/api.d.ts';
import { redactedText } from '../../../domain/redaction/redact.ts';

type Schemas = components['schemas'];
export type Depth = Schemas['PenetrationTestScanDepth'];
export type EvidenceLevel = Schemas['PenetrationTestEvidenceLevel'];

export const mostAttempts = 3;

/** Of each depth the minutes that an attempt may take, and the well-known paths that are asked for. */
export const depths: Readonly<Record<Depth, { readonly minutes: number; readonly paths: number }>> = {
  quick: { minutes: 15, paths: 8 },
  standard: { minutes: 120, paths: 18 },
  deep: { minutes: 720, paths: 40 },
};

/** Characters of an excerpt. */
const excerpts: Readonly<Record<EvidenceLevel, number>> = { report_only: 0, safe_proof: 240, impact_proof: 4_000 };

interface Chosen {
  readonly scanDepth: Depth | null;
  readonly pipelineTesting: boolean;
}

export function depthOf({ scanDepth, pipelineTesting }: Chosen): Depth {
  return pipelineTesting ? 'quick' : (scanDepth ?? 'standard');
}

/** @returns as much of a proof as the level keeps, without secrets; undefined for none */
export function proofOf(text: string, level: EvidenceLevel): string | undefined {
  const most = excerpts[level];
  if (most === 0) return undefined;
  const shown = redactedText(text.replaceAll('\u0000', ''));
  return shown.length > most ? `${shown.slice(0, most).toWellFormed()}…` : shown;
}
