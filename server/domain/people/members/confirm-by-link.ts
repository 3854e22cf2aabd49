/** Confirms e-mail addresses by a link without a session, because the link proves access to the mailbox. */
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
  /** Returns the actor of the audit entry for the confirmed address. */
  readonly actorOf: (email: string) => EntryActor;
  /** Further data for the audit entry. */
  readonly data?: object;
  /** Whether to change nothing and only return the result of a confirmation. */
  readonly dryRun?: boolean;
}

/** @returns the confirmed membership; undefined if the token is invalid or no longer valid */
export async function confirmByLink(
  { system, tenant }: Database,
  secrets: Secrets,
  token: string,
  { actorOf, data, dryRun = false }: Options,
): Promise<ConfirmedByLink | undefined> {
  const recipient = await system
    .selectFrom('member')
    .select(['organization_id as organizationId', 'user_id as userId'])
    .where('id', '=', memberIdIn(token) ?? '')
    .executeTakeFirst();
  if (!recipient) return undefined;
  const { organizationId } = recipient;
  return writeTransaction(tenant, organizationId, async (db) => {
    const confirmation = await confirmByToken(db, secrets, token);
    if (!confirmation) return { result: undefined, outcome: 'rollback' };
    const result = { ...confirmation, organizationId, organizationName: await findOrganizationName(db) };
    if (dryRun || !confirmation.isNew) return { result, outcome: 'rollback' };
    const changes = {
      emailVerified: { previous: false, current: true },
      ...(confirmation.userId !== recipient.userId && { userId: { previous: recipient.userId, current: confirmation.userId } }),
    };
    const entry = createEntry(organizationId, {
      actor: actorOf(confirmation.email),
      action: 'Confirmed e-mail address',
      entityType: 'people',
      entityId: confirmation.memberId,
      data: { resource: 'member', ...data, changes },
    });
    return { result, outcome: [entry] };
  });
}
