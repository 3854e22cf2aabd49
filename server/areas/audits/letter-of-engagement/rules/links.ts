/** Decides how long signing links work (letter-of-engagement, rule 17). */
import type { components } from '#generated/api';
import { isOpen } from './labels.ts';

type Schemas = components['schemas'];

/** How long links keep working after the last signature, in ms. */
const accessAfterSigningMs = 30 * 24 * 3_600_000;

/**
 * @param now in ms since 1970
 * @returns whether the link still works, so that its holder can read the letter, and sign it if the party has not signed yet
 */
export function isStillActive(
  { endedAt }: { readonly endedAt: string | null },
  { status, signedAt }: Pick<Schemas['EngagementLetter'], 'status' | 'signedAt'>,
  signature: Pick<Schemas['EngagementLetterSignature'], 'status'>,
  now: number,
): boolean {
  if (endedAt !== null) return false;
  if (isOpen({ status })) return true;
  return (
    (status === 'signed' || status === 'superseded') &&
    signature.status === 'signed' &&
    signedAt !== null &&
    now < Date.parse(signedAt) + accessAfterSigningMs
  );
}
