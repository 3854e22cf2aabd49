/**
 * How a person shows that the address is theirs by which an organization knows them: by following a link that is mailed there. What follows
 * from it is in `confirm_member_address`: they sign in with this address, unless their account belongs to other organizations too.
 */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { postMail } from '../../platform/mail/post.ts';
import type { Ports } from '../../platform/ports/index.ts';
import { organizationName } from './portal.ts';

/** For how long a link works, in days. */
const lasts = 7;

type Mailing = Pick<Ports, 'appUrl' | 'secrets'>;
interface Addressed {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/**
 * Mails the link that the address of a member is confirmed with.
 * @param byPerson whether the member wants to sign in with it, in every organization
 */
export async function askToConfirm(db: OrganizationDatabase, ports: Mailing, member: Addressed, byPerson = false): Promise<void> {
  const { appUrl, secrets } = ports;
  const name = await organizationName(db);
  const expires = Date.now() + lasts * 86_400_000;
  const claim = `${member.id}.${expires}.${byPerson ? 'person' : 'organization'}`;
  const token = `${claim}.${secrets.sign('address', textOf(db, claim, member))}`;
  const text = [
    `${name} knows you by this e-mail address. To confirm that it is yours, and that you take part in ${name}, follow this link:`,
    `${appUrl}/confirm-email/${token}`,
    `The link works until ${new Date(expires).toISOString().slice(0, 10)}.`,
    `If you have nothing to do with ${name}, do nothing: nobody gets access to your account.`,
  ].join('\n\n');
  await postMail(db, { to: member.email, subject: `Confirm your e-mail address for ${name}`, text: `${text}\n` });
}

/** The member that a token is about, proven or not; undefined where it is not even like one. */
export function memberIn(token: string): string | undefined {
  return /^(mem_[0-9a-f]{24})\.\d+\.(person|organization)\.[\w-]+$/.exec(token)?.[1];
}

export interface Confirmed {
  readonly memberId: string;
  readonly userId: string;
  readonly email: string;
  /** Whether anything has changed by it: a second confirmation of the same address changes nothing. */
  readonly isNew: boolean;
}

/**
 * Confirms the address of a member. The link is dead after another change of the address, and after one of the roles: whoever named the
 * address held all that the member might do at that time, and not more.
 * @returns undefined when the token is not good, or not any more
 */
export async function confirm(db: OrganizationDatabase, secrets: Mailing['secrets'], token: string): Promise<Confirmed | undefined> {
  const [memberId = '', expires, by, signature = ''] = token.split('.');
  const member = await db.selectFrom('member').select(['id', 'email', 'roles']).where('id', '=', memberId).forUpdate().executeTakeFirst();
  const claim = `${memberId}.${expires}.${by}`;
  if (!member || !secrets.verify('address', textOf(db, claim, member), signature) || Number(expires) < Date.now()) return undefined;
  return confirmAddress(db, member.id, by === 'person');
}

/** @param byPerson whether the person has asked to sign in with it, in every organization */
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

function textOf({ organizationId }: OrganizationDatabase, claim: string, { email, roles }: Pick<Addressed, 'email' | 'roles'>): string {
  return [organizationId, claim, email, ...roles].join(' ');
}
