/** How long a signing link works (spec/areas/letter-of-engagement, rule 17). */
import type { components } from '../../../../generated/api.d.ts';
import { isOpen } from './types.ts';

type Schemas = components['schemas'];

/** After the last signature, in ms. */
const readableFor = 30 * 24 * 3_600_000;

/** @param now in ms @returns whether the holder may still read the letter, and sign it if the party has not */
export function worksStill(
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
