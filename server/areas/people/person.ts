/** The person as the organization shows them: name and address, which stand in the membership (rules 2 and 4). */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { postMail } from '../../mail/post.ts';
import { askToConfirm } from '../../membership/confirmation.ts';
import type { Outside } from '../../outside/index.ts';
import type { Member } from './record.ts';

export interface PersonChange {
  /** Trimmed. */
  readonly name: string | undefined;
  /** Trimmed and in lower case. */
  readonly email: string | undefined;
}

/**
 * Changes what is different, in this organization. Of the account, which the person signs in with, the name changes along where it belongs to no
 * other organization, or to whoever asks; the address not before the person has confirmed the new one, which is mailed to. So is the old one.
 * @param byPerson whether it is the person who asks
 * @throws for `member_address` when another member has the address
 */
export async function changePerson({ db, outside }: { readonly db: OrganizationDatabase; readonly outside: Pick<Outside, 'appUrl' | 'secrets'> }, { id, roles, user }: Member, { name, email }: PersonChange, byPerson: boolean): Promise<void> {
  const change = { ...(name !== undefined && name !== user.name && { name }), ...(email !== undefined && email !== user.email && { email, email_verified: false }) };
  if (!Object.keys(change).length) return;
  await db.updateTable('member').set({ ...change, user_updated_at: sql<string>`now()`, updated_at: sql<string>`now()` }).where('id', '=', id).execute();
  if (change.name !== undefined) await db.selectNoFrom((eb) => eb.fn('rename_account', [eb.val(user.id), eb.val(change.name), eb.val(byPerson)]).as('done')).execute();
  if (change.email === undefined) return;
  const text = `The address that you are known by was changed from ${user.email} to ${change.email}.\n\nIf this is not right, turn to whoever looks after people in your organization.\n`;
  await postMail(db, ...[user.email, change.email].map((to) => ({ to, subject: 'Your e-mail address was changed', text })));
  await askToConfirm(db, outside, { id, email: change.email, roles }, byPerson);
}
