/** Confirmation of an e-mail address by its link alone: the link proves access to the mailbox. */
import { type EntryActor, createEntry } from '#platform/audit/create-entry';
import { writeTransaction } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import type { Secrets } from '#platform/ports/secrets';
import { confirmByToken, type Confirmed, memberIdIn } from './confirmation.ts';
import { findOrganizationName } from './portal.ts';

export interface ConfirmedByLink extends Confirmed {
  readonly organizationId: string;
  readonly organizationName: string;
}

interface Options {
  /** The actor of the audit entry, given the address. */
  readonly actorOf: (email: string) => EntryActor;
  /** Further data for the audit entry. */
  readonly data?: object;
  /** Whether to return only what would be confirmed, without changing anything. */
  readonly dryRun?: boolean;
}

/** @returns undefined when the token is invalid or no longer valid */
export async function confirmByLink(
  { system, tenant }: Database,
  secrets: Secrets,
  token: string,
  { actorOf, data, dryRun = false }: Options,
): Promise<ConfirmedByLink | undefined> {
  const addressee = await system
    .selectFrom('member')
    .select(['organization_id as organizationId', 'user_id as userId'])
    .where('id', '=', memberIdIn(token) ?? '')
    .executeTakeFirst();
  if (!addressee) return undefined;
  const { organizationId } = addressee;
  return writeTransaction(tenant, organizationId, async (db) => {
    const confirmed = await confirmByToken(db, secrets, token);
    if (!confirmed) return { result: undefined, outcome: 'rollback' };
    const result = { ...confirmed, organizationId, organizationName: await findOrganizationName(db) };
    if (dryRun || !confirmed.isNew) return { result, outcome: 'rollback' };
    const changes = {
      emailVerified: { previous: false, current: true },
      ...(confirmed.userId !== addressee.userId && { userId: { previous: addressee.userId, current: confirmed.userId } }),
    };
    const entry = createEntry(organizationId, {
      actor: actorOf(confirmed.email),
      action: 'Confirmed e-mail address',
      entityType: 'people',
      entityId: confirmed.memberId,
      data: { resource: 'member', ...data, changes },
    });
    return { result, outcome: [entry] };
  });
}
