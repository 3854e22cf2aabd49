/**
 * Confirms a member's e-mail address by a mailed link. The database function `confirm_member_address` then lets the person sign in with
 * this address, unless the account also belongs to other organizations.
 */
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import type { Ports } from '#platform/ports/index';
import { findOrganizationName } from './portal.ts';

/** The lifetime of a confirmation link, in days. */
const lifetimeDays = 7;

type MailPorts = Pick<Ports, 'appUrl' | 'secrets'>;
interface AddressedMember {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/**
 * Mails the link that confirms a member's address.
 * @param byPerson whether the member wants to sign in with the address in every organization
 */
export async function mailConfirmationLink(
  db: OrganizationDatabase,
  ports: MailPorts,
  member: AddressedMember,
  byPerson = false,
): Promise<void> {
  const { appUrl, secrets } = ports;
  const name = await findOrganizationName(db);
  const expires = Date.now() + lifetimeDays * 86_400_000;
  const claim = `${member.id}.${expires}.${byPerson ? 'person' : 'organization'}`;
  const token = `${claim}.${secrets.sign('address', signedTextOf(db, claim, member))}`;
  const text = [
    `${name} knows you by this e-mail address. To confirm that it is yours, and that you take part in ${name}, follow this link:`,
    `${appUrl}/confirm-email/${token}`,
    `The link works until ${new Date(expires).toISOString().slice(0, 10)}.`,
    `If you have nothing to do with ${name}, do nothing: nobody gets access to your account.`,
  ].join('\n\n');
  await queueMail(db, { to: member.email, subject: `Confirm your e-mail address for ${name}`, text: `${text}\n` });
}

/** @returns the member id in a token; undefined if the format is wrong. Does not verify the token's signature. */
export function memberIdIn(token: string): string | undefined {
  return /^(mem_[0-9a-f]{24})\.\d+\.(person|organization)\.[\w-]+$/.exec(token)?.[1];
}

export interface Confirmed {
  readonly memberId: string;
  readonly userId: string;
  readonly email: string;
  /** False if the address was already confirmed and nothing changed. */
  readonly isNew: boolean;
}

/**
 * Confirms a member's address. A later change of the address or the roles invalidates the link, because the recipient must not get roles
 * that were added after the link was sent.
 * @returns undefined if the token is invalid or no longer valid
 */
export async function confirmByToken(
  db: OrganizationDatabase,
  secrets: MailPorts['secrets'],
  token: string,
): Promise<Confirmed | undefined> {
  const [memberId = '', expires, requester, signature = ''] = token.split('.');
  const member = await db.selectFrom('member').select(['id', 'email', 'roles']).where('id', '=', memberId).forUpdate().executeTakeFirst();
  const claim = `${memberId}.${expires}.${requester}`;
  if (!member || !secrets.verify('address', signedTextOf(db, claim, member), signature) || Number(expires) < Date.now()) return undefined;
  return confirmAddress(db, member.id, requester === 'person');
}

/** @param byPerson whether the person wants to sign in with the address in every organization */
export async function confirmAddress(db: OrganizationDatabase, memberId: string, byPerson: boolean): Promise<Confirmed> {
  const { isNew } = await db
    .selectNoFrom((eb) => eb.fn<boolean>('confirm_member_address', [eb.val(memberId), eb.val(byPerson)]).as('isNew'))
    .executeTakeFirstOrThrow();
  const member = await db
    .selectFrom('member')
    .select(['id as memberId', 'user_id as userId', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { ...member, isNew };
}

function signedTextOf(
  { organizationId }: OrganizationDatabase,
  claim: string,
  { email, roles }: Pick<AddressedMember, 'email' | 'roles'>,
): string {
  return [organizationId, claim, email, ...roles].join(' ');
}
