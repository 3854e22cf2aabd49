/** Adds people as members; no other code does so (people, rules 1 and 9). The database updates the list of employees. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { OrganizationRoles } from '#platform/identity/organization-roles';
import { sortByRank } from '#platform/identity/roles';
import { isStaffAddress } from '#platform/identity/staff';
import type { Ports } from '#platform/ports/index';
import { cancelInvitations } from '../invitations/invitations.ts';
import { assignTraining } from '../training/assign.ts';
import { mailConfirmationLink } from './confirmation.ts';

export interface NewMember {
  readonly userId: string;
  /** In the stored order, which begins with the leading role. */
  readonly roles: readonly string[];
  /** Omitted fields are empty in a new membership and unchanged in a reactivated membership. */
  readonly department?: string | undefined;
  readonly jobTitle?: string | null | undefined;
  readonly deviceMgmtLabelId?: number | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * The member and whether the membership is new, or the reason for failure: `member` if the user or the address already belongs to an active
 * member, `unknown` if the organization cannot add this user.
 */
export type JoinResult = { readonly id: string; readonly isNew: boolean } | 'member' | 'unknown';

/**
 * Adds the users of these accounts as members. A deactivated membership is reactivated, never duplicated. The result for an
 * account of other organizations is `unknown`, because its owner must accept an invitation or confirm an address.
 * @param roles the roles of the organization, which the caller has locked
 * @returns the result for each person, in the same order
 */
export async function addMembers(db: OrganizationDatabase, roles: OrganizationRoles, people: readonly NewMember[]): Promise<JoinResult[]> {
  const resultsByPerson = new Map<NewMember, JoinResult>();
  // The people are sorted so that concurrent requests that add the same people do not deadlock.
  const sortedPeople = people.toSorted((one, other) => (one.userId < other.userId ? -1 : Number(one.userId > other.userId)));
  for (const person of sortedPeople) resultsByPerson.set(person, await joinOne(db, person));
  const results = people.map((person) => resultsByPerson.get(person) ?? 'unknown');
  const obligedResults = results.filter((_, index) => roles.haveComplianceDuties(people[index]?.roles ?? []));
  await assignTraining(
    db,
    obligedResults.flatMap((result) => (typeof result === 'object' ? result.id : [])),
  );
  return results;
}

async function joinOne(db: OrganizationDatabase, person: NewMember): Promise<JoinResult> {
  const reactivated = await reactivate(db, person);
  if (reactivated) return reactivated;
  return (await mayReferToAccount(db, person.userId)) ? insertMember(db, person) : 'unknown';
}

function fieldsOf({ roles, isActive = true, department, jobTitle, deviceMgmtLabelId }: NewMember) {
  return { roles: [...roles], is_active: isActive, department, job_title: jobTitle, device_mgmt_label_id: deviceMgmtLabelId };
}

async function reactivate(db: OrganizationDatabase, person: NewMember): Promise<JoinResult | undefined> {
  const fields = fieldsOf(person);
  const member = await db
    .updateTable('member')
    .set({ ...fields, ...(fields.is_active && { offboard_date: null }) })
    .where('user_id', '=', person.userId)
    .where('is_active', '=', false)
    .returning(['id', 'email'])
    .executeTakeFirst();
  if (!member) return undefined;
  await cancelInvitations(db, [member.email]);
  return { id: member.id, isNew: false };
}

interface Profile {
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/**
 * Adds a new member. The database rejects an account that belongs to other organizations, unless the owner
 * consents.
 * @param profile the person's profile in this organization; defaults to a copy of the account's profile
 */
export async function addMember(
  db: OrganizationDatabase,
  roles: OrganizationRoles,
  person: NewMember,
  profile?: Profile,
): Promise<JoinResult> {
  const joined = await insertMember(db, person, profile);
  if (typeof joined === 'object' && roles.haveComplianceDuties(person.roles)) await assignTraining(db, [joined.id]);
  return joined;
}

async function insertMember(db: OrganizationDatabase, person: NewMember, profile?: Profile): Promise<JoinResult> {
  const member = await db
    .insertInto('member')
    .values({ id: newId('mem'), user_id: person.userId, ...profile, ...fieldsOf(person) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .executeTakeFirst();
  if (!member) return 'member';
  await cancelInvitations(db, [member.email]);
  return { id: member.id, isNew: true };
}

/** @returns whether the account belongs to a member or to no other organization; this remains true until the transaction ends */
export async function mayReferToAccount(db: OrganizationDatabase, userId: string): Promise<boolean> {
  const { may } = await db.selectNoFrom((eb) => eb.fn<boolean>('may_name_account', [eb.val(userId)]).as('may')).executeTakeFirstOrThrow();
  return may;
}

interface NamedPerson extends Omit<NewMember, 'userId'> {
  readonly name: string;
  readonly email: string;
}

/** The context for adding a member; the organization's roles are locked. */
export interface AddContext {
  readonly db: OrganizationDatabase;
  readonly roles: OrganizationRoles;
  readonly ports: Pick<Ports, 'appUrl' | 'secrets' | 'access'>;
}

/**
 * Adds the person with this address as a member without confirmation by the person. If the account with the address belongs to other
 * organizations, or the address is in a domain of the operator, the person must confirm the address before signing in here. The result
 * does not depend on this, so that it does not reveal other memberships.
 * @param person the person, whose address is in lowercase
 */
export async function joinByAddress({ db, roles, ports }: AddContext, { name, email, ...person }: NamedPerson): Promise<JoinResult> {
  const isVerified = !isStaffAddress(email, ports.access.staffEmailDomains);
  const ownAccountId = await findOrCreateAccount(db, name, email, isVerified);
  // A former membership of the account's owner under another address is not reactivated under this address.
  const userId = ownAccountId ?? (await createPlaceholderAccount(db, name));
  const joined = await addMember(db, roles, { ...person, userId }, { name, email, email_verified: isVerified });
  const needsConfirmation = ownAccountId === null || !isVerified;
  if (typeof joined === 'object' && needsConfirmation) await mailConfirmationLink(db, ports, { id: joined.id, email, roles: person.roles });
  return joined;
}

/** Finds or creates the account with this address. @returns its id; null if it belongs to other organizations */
async function findOrCreateAccount(db: OrganizationDatabase, name: string, email: string, verified: boolean): Promise<string | null> {
  const { id } = await db
    .selectNoFrom((eb) => eb.fn<string | null>('account_for', [...[newId('usr'), name, email].map(eb.val), eb.val(verified)]).as('id'))
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates an account that nobody can sign in with yet. */
async function createPlaceholderAccount(db: OrganizationDatabase, name: string): Promise<string> {
  const parameters = [newId('usr'), name];
  const { id } = await db.selectNoFrom((eb) => eb.fn<string>('account_aside', parameters.map(eb.val)).as('id')).executeTakeFirstOrThrow();
  return id;
}

export type AddOrMergeResult = 'added' | 'reactivated' | 'updated';

/**
 * Adds the person with this address as a member with these roles. Reactivates a former member with only these roles; adds the roles to an
 * active member. Sends another confirmation mail to an unconfirmed address. @param email the address in lowercase
 * @returns undefined if the account with this address belongs to a member with another address
 */
export async function addOrMergeMember(adding: AddContext, email: string, added: readonly string[]): Promise<AddOrMergeResult | undefined> {
  const { db, ports } = adding;
  const member = await db
    .selectFrom('member')
    .select(['id', 'roles', 'is_active', 'email_verified'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!member) {
    const joined = await joinByAddress(adding, { name: email.slice(0, email.indexOf('@')), email, roles: added });
    return typeof joined === 'object' ? 'added' : undefined;
  }
  const roles = await giveRoles(adding, member, added);
  if (!member.email_verified) await mailConfirmationLink(db, ports, { id: member.id, email, roles });
  return member.is_active ? 'updated' : 'reactivated';
}

interface LockedMember {
  readonly id: string;
  readonly roles: readonly string[];
  readonly is_active: boolean;
}

/** Adds roles to an active member, or replaces the roles of a former member. @param member locked @returns all roles of the member */
export async function giveRoles(
  { db, roles }: Pick<AddContext, 'db' | 'roles'>,
  member: LockedMember,
  addedRoles: readonly string[],
): Promise<string[]> {
  const { id, is_active: isActive, roles: currentRoles } = member;
  const newRoles = sortByRank(new Set([...(isActive ? currentRoles : []), ...addedRoles]));
  const { email } = await db
    .updateTable('member')
    .set({ roles: newRoles, is_active: true, ...(!isActive && { offboard_date: null }) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow();
  await cancelInvitations(db, [email]);
  if (roles.haveComplianceDuties(addedRoles)) await assignTraining(db, [id]);
  return newRoles;
}
