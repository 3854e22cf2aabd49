/** The lifetime of signing links (letter-of-engagement, rule 17). */
import type { components } from '#generated/api';
import { isOpen } from './labels.ts';

type Schemas = components['schemas'];

/** The time after the last signature, in ms. */
const readableFor = 30 * 24 * 3_600_000;

/**
 * @param now in ms
 * @returns whether the holder may still read the letter, and sign it if the party has not
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
    now < Date.parse(signedAt) + readableFor
  );
}
