/** Queries about members by their external ids and addresses. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { findMembers } from './record.ts';
import { type Member } from '../rules/member.ts';

interface Identity {
  readonly externalId: string;
  /** In lower case. */
  readonly email: string;
}

/** The ids of the members with these external ids or addresses. */
export async function findExisting(db: OrganizationDatabase, identities: readonly Identity[]): Promise<{ id: string }[]> {
  return identities.length ? selectKnown(db, identities).execute() : [];
}

/** @returns the members with these external ids or addresses, locked in a fixed order until the transaction ends */
export async function lockExisting(db: OrganizationDatabase, identities: readonly Identity[]): Promise<Member[]> {
  const locked = await selectKnown(db, identities).forUpdate().execute();
  return findMembers(
    db,
    locked.map(({ id }) => id),
  );
}

function selectKnown(db: OrganizationDatabase, identities: readonly Identity[]) {
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
