/** Members and users that letters name. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Person, Signatories } from '../rules/content.ts';
import { type Viewer, viewerOf } from '../rules/viewer.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Letter } from './letters.ts';

/** Roles of those who sign for a party. */
const signing = { organization: ['owner', 'admin'], auditor: ['auditor'] } as const;
type Party = keyof typeof signing;

/** Whether somebody with these roles may sign for a party. */
function maySign(party: Party, roles: readonly string[]): boolean {
  return signing[party].some((role) => roles.includes(role));
}

/** @returns the member, who is active and may sign for the party */
export async function findSignatory(db: OrganizationDatabase, party: Party, id: string): Promise<Person | undefined> {
  const member = await db
    .selectFrom('member')
    .select(['name', 'email', 'roles'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return member && maySign(party, member.roles) ? { name: member.name.trim() || member.email, email: member.email } : undefined;
}

/** @returns who signs a letter, as far as they may */
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

/** @returns the address of the member whose account this is, while active */
export async function findMailAddress(db: OrganizationDatabase, userId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('member')
    .select('email')
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return member?.email;
}

/** @returns what the caller sees of letters; a key sees what its member does */
export async function findViewer(db: OrganizationDatabase, { memberId, permissions }: Actor): Promise<Viewer> {
  const member =
    memberId === undefined ? undefined : await db.selectFrom('member').select('roles').where('id', '=', memberId).executeTakeFirst();
  return viewerOf(memberId, member?.roles ?? [], permissions);
}

/** @returns whether the organization has this timeline */
export async function hasTimeline(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('timeline').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
