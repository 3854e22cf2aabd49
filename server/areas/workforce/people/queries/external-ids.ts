/** Finds members by their external ids and addresses. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { findMembers } from './record.ts';
import { type Member } from '../rules/member.ts';

interface Identity {
  readonly externalId: string;
  /** An address in lower case. */
  readonly email: string;
}

/** @returns the ids of the members who have one of these external ids or addresses */
export async function findExistingMembers(db: OrganizationDatabase, identities: readonly Identity[]): Promise<{ id: string }[]> {
  return identities.length ? selectExisting(db, identities).execute() : [];
}

/** Locks the members who have one of these external ids or addresses until the transaction ends, in the order of their ids. */
export async function lockExistingMembers(db: OrganizationDatabase, identities: readonly Identity[]): Promise<Member[]> {
  const lockedMembers = await selectExisting(db, identities).forUpdate().execute();
  return findMembers(
    db,
    lockedMembers.map(({ id }) => id),
  );
}

function selectExisting(db: OrganizationDatabase, identities: readonly Identity[]) {
  return db
    .selectFrom('member')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(
          'external_id',
          'in',
          identities.map(({ externalId }) => externalId),
        ),
        eb(
          'email',
          'in',
          identities.map(({ email }) => email),
        ),
      ]),
    )
    .orderBy('id');
}
