/** Creates acceptances of residual risks. One member accepts the risk, and a member in a session records it (risks, rule 6). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { inactiveMember } from '#platform/identity/acting-member';
import { invalid, type Refusal } from '#platform/refusals/refusal';
import { findActiveMember } from '#domain/people/members/active';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface NewAcceptance {
  readonly acceptedBy: Named;
  readonly recordedBy: Named;
  readonly notes: string | null;
}

/** @param acceptedById the member who accepts @returns the acceptance to store, or a validation error if this member is not active */
export async function newAcceptance(
  db: OrganizationDatabase,
  { memberId }: Pick<Actor, 'memberId'>,
  acceptedById: string,
  notes: string | undefined,
): Promise<NewAcceptance | Refusal<'validation_failed'>> {
  const acceptedBy = await findActiveMember(db, acceptedById);
  if (!acceptedBy) return invalid({ acceptedById: inactiveMember });
  const recordedBy = memberId === undefined ? undefined : await findActiveMember(db, memberId);
  if (!recordedBy) throw new Error('the acceptance has no recording member');
  return { acceptedBy, recordedBy, notes: notes || null };
}

/** @returns the fields of an acceptance for the audit log */
export function acceptanceChanges({ acceptedBy, notes }: NewAcceptance) {
  return { acceptedBy: `${acceptedBy.name} (${acceptedBy.id})`, ...(notes !== null && { notes }) };
}
