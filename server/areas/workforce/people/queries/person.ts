/** The name and address of a person, which are stored in the membership (people, rules 2 and 4). */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { mailConfirmationLink } from '#domain/people/members/confirmation';
import { findOrganizationName } from '#domain/people/members/portal';
import type { Ports } from '#platform/ports/index';
import type { Member } from '../rules/member.ts';

interface Changing {
  readonly db: OrganizationDatabase;
  readonly ports: Pick<Ports, 'appUrl' | 'secrets'>;
}

export interface PersonChange {
  /** Trimmed. */
  readonly name: string | undefined;
  /** Trimmed and in lower case. */
  readonly email: string | undefined;
}

/**
 * Stores the changes in this organization. The name of the account, with which the person signs in, changes as well if the account belongs to no
 * other organization or the person asks. Its address changes only after the person has confirmed the new one. Both the old and the new address get a
 * mail.
 * @param isBySelf whether the person asks for the change
 * @throws for `member_address` if another member has the address
 */
export async function changePerson({ db, ports }: Changing, member: Member, wanted: PersonChange, isBySelf: boolean): Promise<void> {
  const { id, roles, user } = member;
  const [name, email] = [wanted.name === user.name ? undefined : wanted.name, wanted.email === user.email ? undefined : wanted.email];
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
