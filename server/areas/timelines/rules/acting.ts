import type { Audit } from '../../../platform/audit/audit.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Deed } from './deeds.ts';
import type { Act } from './timeline.ts';

/** What a request does happens now, and is attributed to its acting user. */
export function actOf({ user }: Actor): Act {
  return { now: new Date().toISOString(), userId: user?.id ?? null };
}

/** Writes an entry for each of them. */
export function note(audit: Audit, deeds: readonly Deed[]): void {
  for (const { description, ...more } of deeds) audit.did(description, more);
}
