/** The person as the organization shows them: name and address, which stand in the membership (spec/areas/people, rules 2 and 4). */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { postMail } from '../../../platform/mail/post.ts';
import { askToConfirm } from '../../../domain/members/confirmation.ts';
import { organizationName } from '../../../domain/members/portal.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import type { Member } from './record.ts';

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
 * Changes what is different, in this organization. Of the account, which the person signs in with, the name changes along where it belongs
 * to no other organization, or to whoever asks; the address not before the person has confirmed the new one, which is mailed to. So is the
 * old one.
 * @param byPerson whether it is the person who asks
 * @throws for `member_address` when another member has the address
 */
export async function changePerson({ db, ports }: Changing, member: Member, wanted: PersonChange, byPerson: boolean): Promise<void> {
  const { id, roles, user } = member;
  const [name, email] = [wanted.name === user.name ? undefined : wanted.name, wanted.email === user.email ? undefined : wanted.email];
  const change = { ...(name !== undefined && { name }), ...(email !== undefined && { email, email_verified: false }) };
  if (!Object.keys(change).length) return;
  await db
    .updateTable('member')
    .set({ ...change, user_updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  if (name !== undefined) await renameAccount(db, user.id, name, byPerson);
  if (email === undefined) return;
  const text = [
    `The address by which ${await organizationName(db)} knows you was changed from ${user.email} to ${email}.`,
    'If this is not right, turn to whoever looks after people there.',
  ].join('\n\n');
  await postMail(db, ...[user.email, email].map((to) => ({ to, subject: 'Your e-mail address was changed', text: `${text}\n` })));
  await askToConfirm(db, ports, { id, email, roles }, byPerson);
}

async function renameAccount(db: OrganizationDatabase, userId: string, name: string, byPerson: boolean): Promise<void> {
  await db.selectNoFrom((eb) => eb.fn('rename_account', [eb.val(userId), eb.val(name), eb.val(byPerson)]).as('done')).execute();
}
