/** The account behind a membership: name and address, which the person has everywhere (rules 2 and 4). */
import type { OrganizationDatabase } from '../../database/handle.ts';
import { postMail } from '../../mail/post.ts';
import type { Member } from './record.ts';

export interface AccountChange {
  /** Trimmed. */
  readonly name: string | undefined;
  /** Trimmed and in lower case. */
  readonly email: string | undefined;
}

/**
 * Changes what is different; a new address is mailed to, and so is the old one.
 * @throws for `user_account_email_key` when another account has the address, for `account_of_one_organization` when the user is active elsewhere too
 */
export async function changeAccount(db: OrganizationDatabase, user: Member['user'], { name, email }: AccountChange): Promise<void> {
  const change = { name: name === user.name ? undefined : name, email: email === user.email ? undefined : email };
  if (change.name === undefined && change.email === undefined) return;
  await db.selectNoFrom((eb) => eb.fn('change_account', [eb.val(user.id), eb.val(change.name ?? null), eb.val(change.email ?? null)]).as('done')).execute();
  if (change.email === undefined) return;
  const text = `The address that you sign in with was changed from ${user.email} to ${change.email}.\n\nIf this is not right, turn to whoever looks after people in your organization.\n`;
  await postMail(db, ...[user.email, change.email].map((to) => ({ to, subject: 'Your e-mail address was changed', text })));
}
