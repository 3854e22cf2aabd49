/** Members by the ids that another system gave them, and by their addresses. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findMembers, type Member } from './record.ts';

interface Named {
  readonly externalId: string;
  /** Lower-case. */
  readonly email: string;
}

/** The ids of the members whom these name. */
export async function findKnown(db: OrganizationDatabase, named: readonly Named[]): Promise<{ id: string }[]> {
  return named.length ? selectKnown(db, named).execute() : [];
}

/** @returns the members whom these name, held in one order until the transaction ends */
export async function lockKnown(db: OrganizationDatabase, named: readonly Named[]): Promise<Member[]> {
  const held = await selectKnown(db, named).forUpdate().execute();
  return findMembers(
    db,
    held.map(({ id }) => id),
  );
}

function selectKnown(db: OrganizationDatabase, named: readonly Named[]) {
  return db
    .selectFrom('member')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(
          'external_id',
          'in',
          named.map(({ externalId }) => externalId),
        ),
        eb(
          'email',
          'in',
          named.map(({ email }) => email),
        ),
      ]),
    )
    .orderBy('id');
}
