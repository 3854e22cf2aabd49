/** Changes the name and the address of a person, which are stored in the membership (people, rules 2 and 4). */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { mailConfirmationLink } from '#domain/people/members/confirmation';
import { findOrganizationName } from '#domain/people/members/portal';
import type { Ports } from '#platform/ports/index';
import type { Member } from '../rules/member.ts';

interface Context {
  readonly db: OrganizationDatabase;
  readonly ports: Pick<Ports, 'appUrl' | 'secrets'>;
}

export interface PersonChange {
  /** The name without leading and trailing spaces; undefined to keep the current name. */
  readonly name: string | undefined;
  /** The address in lower case without leading and trailing spaces; undefined to keep the current address. */
  readonly email: string | undefined;
}

/**
 * Stores a new name or address in this organization, and mails both addresses about a new address.
 * The name of the account also changes if the person requests the change or the account belongs to no other organization.
 * The address of the account changes only after the person has confirmed the new address.
 * @param isBySelf whether the person requests the change
 * @throws a violation of the constraint `member_address` if another member has the address
 */
export async function changePerson({ db, ports }: Context, member: Member, request: PersonChange, isBySelf: boolean): Promise<void> {
  const { id, roles, user } = member;
  const [name, email] = [request.name === user.name ? undefined : request.name, request.email === user.email ? undefined : request.email];
  const change = { ...(name !== undefined && { name }), ...(email !== undefined && { email, email_verified: false }) };
  if (!Object.keys(change).length) return;
  await db
    .updateTable('member')
    .set({ ...change, user_updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  if (name !== undefined) await renameAccount(db, user.id, name, isBySelf);
  if (email === undefined) return;
  const text = [
    `The address by which ${await findOrganizationName(db)} knows you was changed from ${user.email} to ${email}.`,
    'If this is not right, turn to whoever looks after people there.',
  ].join('\n\n');
  await queueMail(db, ...[user.email, email].map((to) => ({ to, subject: 'Your e-mail address was changed', text: `${text}\n` })));
  await mailConfirmationLink(db, ports, { id, email, roles }, isBySelf);
}

async function renameAccount(db: OrganizationDatabase, userId: string, name: string, isBySelf: boolean): Promise<void> {
  await db.selectNoFrom((eb) => eb.fn('rename_account', [eb.val(userId), eb.val(name), eb.val(isBySelf)]).as('done')).execute();
}
