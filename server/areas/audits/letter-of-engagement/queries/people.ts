/** Finds the members and users that letters refer to. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Person, Signatories } from '../rules/content.ts';
import { type Viewer, viewerOf } from '../rules/viewer.ts';
import type { Actor } from '#platform/identity/actor';
import type { Letter } from './letters.ts';

/** The roles that may sign for each party. */
const signingRoles = { organization: ['owner', 'admin'], auditor: ['auditor'] } as const;
type Party = keyof typeof signingRoles;

/** Returns whether a member with these roles may sign for a party. */
function maySign(party: Party, roles: readonly string[]): boolean {
  return signingRoles[party].some((role) => roles.includes(role));
}

/** @returns the member, if active and allowed to sign for the party */
export async function findSignatory(db: OrganizationDatabase, party: Party, id: string): Promise<Person | undefined> {
  const member = await db
    .selectFrom('member')
    .select(['name', 'email', 'roles'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return member && maySign(party, member.roles) ? { name: member.name.trim() || member.email, email: member.email } : undefined;
}

/** @returns the signers of a letter who are still allowed to sign */
export async function findSignatories(
  db: OrganizationDatabase,
  { organizationSignatoryMemberId, auditorMemberId }: Pick<Letter, 'organizationSignatoryMemberId' | 'auditorMemberId'>,
): Promise<Signatories> {
  const [organization, auditor] = await Promise.all([
    organizationSignatoryMemberId === null ? undefined : findSignatory(db, 'organization', organizationSignatoryMemberId),
    auditorMemberId === null ? undefined : findSignatory(db, 'auditor', auditorMemberId),
  ]);
  return { organization, auditor };
}

/** @returns the e-mail address of the user, if the user is an active member */
export async function findMailAddress(db: OrganizationDatabase, userId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('member')
    .select('email')
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return member?.email;
}

/** @returns the viewer, who determines which parts of letters are visible; an API key sees what its member sees */
export async function findViewer(db: OrganizationDatabase, { memberId, permissions }: Actor): Promise<Viewer> {
  const member =
    memberId === undefined ? undefined : await db.selectFrom('member').select('roles').where('id', '=', memberId).executeTakeFirst();
  return viewerOf(memberId, member?.roles ?? [], permissions);
}

/** @returns whether the organization has this timeline */
export async function hasTimeline(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('timeline').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
