/** The confirmation of an address by its link alone: whoever has the link has read the mail that was sent there. */
import { type Acting, actingEntry } from '../../platform/audit/acting-entry.ts';
import { writeTransaction } from '../../platform/database/handle.ts';
import type { Database } from '../../platform/database/open.ts';
import type { Secrets } from '../../platform/ports/secrets.ts';
import { confirm, type Confirmed, memberIn } from './confirmation.ts';
import { organizationName } from './portal.ts';

export interface ConfirmedByLink extends Confirmed {
  readonly organizationId: string;
  readonly organizationName: string;
}

interface Way {
  /** Who the log names, given the address. */
  readonly actorOf: (email: string) => Acting;
  /** What else the log tells of the entry. */
  readonly data?: object;
  /** Whether to find out only what would be confirmed. */
  readonly dryRun?: boolean;
}

/** @returns undefined when the token is not good, or not any more */
export async function confirmByLink(
  { system, tenant }: Database,
  secrets: Secrets,
  token: string,
  { actorOf, data, dryRun = false }: Way,
): Promise<ConfirmedByLink | undefined> {
  const about = await system
    .selectFrom('member')
    .select(['organization_id as organizationId', 'user_id as userId'])
    .where('id', '=', memberIn(token) ?? '')
    .executeTakeFirst();
  if (!about) return undefined;
  const { organizationId } = about;
  return writeTransaction(tenant, organizationId, async (db) => {
    const confirmed = await confirm(db, secrets, token);
    if (!confirmed) return { result: undefined, outcome: 'rollback' };
    const result = { ...confirmed, organizationId, organizationName: await organizationName(db) };
    if (dryRun || !confirmed.isNew) return { result, outcome: 'rollback' };
    const changes = {
      emailVerified: { previous: false, current: true },
      ...(confirmed.userId !== about.userId && { userId: { previous: about.userId, current: confirmed.userId } }),
    };
    const entry = actingEntry(organizationId, {
      actor: actorOf(confirmed.email),
      action: 'Confirmed e-mail address',
      entityType: 'people',
      entityId: confirmed.memberId,
      data: { resource: 'member', ...data, changes },
    });
    return { result, outcome: [entry] };
  });
}
