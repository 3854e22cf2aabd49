/** The one way by which people become members (people, rules 1 and 9). The database updates the roster of employees. */
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
  /** In stored order, the leading role first. */
  readonly roles: readonly string[];
  /** Optional fields are empty for a new membership, and unchanged for a reactivated one. */
  readonly department?: string | undefined;
  readonly jobTitle?: string | null | undefined;
  readonly deviceMgmtLabelId?: number | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * The member and whether the membership is new, or the reason for failure: `member` if the user or the address belongs to an active member
 * already, `unknown` if the organization cannot add this user.
 */
export type JoinResult = { readonly id: string; readonly isNew: boolean } | 'member' | 'unknown';

/**
 * Adds the users of these accounts as members. A deactivated membership is reactivated, never duplicated. An account that belongs to other
 * organizations counts as unknown: its person joins by accepting an invitation or confirming an address.
 * @param roles of the organization, locked
 * @returns the result for each person, in the same order
 */
export async function addMembers(db: OrganizationDatabase, roles: OrganizationRoles, people: readonly NewMember[]): Promise<JoinResult[]> {
  const joined = new Map<NewMember, JoinResult>();
  // Sorted, so that concurrent requests that add the same people do not deadlock.
  const inOrder = people.toSorted((one, other) => (one.userId < other.userId ? -1 : Number(one.userId > other.userId)));
  for (const person of inOrder) joined.set(person, await joinOne(db, person));
  const results = people.map((person) => joined.get(person) ?? 'unknown');
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
 * Adds a new member. The database refuses an account that belongs to other organizations, unless its person
 * consents.
 * @param profile the person's profile in this organization; defaults to a copy of the account's
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

/** Whether the organization may refer to this account: it belongs to a member, or to no other organization. Holds until the transaction ends. */
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
 * Adds the person with this address as a member, trusting the organization. If the account with the address belongs to other organizations,
 * or the address is in a domain of the operator, the person can sign in here only after confirming the address. The answer is the same
 * in both cases, so it does not reveal other memberships.
 * @param person with the address in lowercase
 */
export async function joinByAddress({ db, roles, ports }: AddContext, { name, email, ...person }: NamedPerson): Promise<JoinResult> {
  const isVouchedFor = !isStaffAddress(email, ports.access.staffEmailDomains);
  const ownAccountId = await accountFor(db, name, email, isVouchedFor);
  // When the account's person is a member here under another address, that membership is not reactivated under this address.
  const userId = ownAccountId ?? (await createPlaceholderAccount(db, name));
  const joined = await addMember(db, roles, { ...person, userId }, { name, email, email_verified: isVouchedFor });
  const needsConfirmation = ownAccountId === null || !isVouchedFor;
  if (typeof joined === 'object' && needsConfirmation) await mailConfirmationLink(db, ports, { id: joined.id, email, roles: person.roles });
  return joined;
}

/** Finds or creates the account with this address; null when it belongs to other organizations. */
async function accountFor(db: OrganizationDatabase, name: string, email: string, verified: boolean): Promise<string | null> {
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
 * Adds the person with this address, in lowercase, as a member with these roles. A former member is reactivated with only these roles; an active
 * member gets them in addition. An unconfirmed address gets another confirmation mail.
 * @returns undefined when the account with this address belongs to a member who is known by another address
 */
export async function addOrMergeMember(adding: AddContext, email: string, given: readonly string[]): Promise<AddOrMergeResult | undefined> {
  const { db, ports } = adding;
  const known = await db
    .selectFrom('member')
    .select(['id', 'roles', 'is_active', 'email_verified'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!known) {
    const joined = await joinByAddress(adding, { name: email.slice(0, email.indexOf('@')), email, roles: given });
    return typeof joined === 'object' ? 'added' : undefined;
  }
  const roles = await giveRoles(adding, known, given);
  if (!known.email_verified) await mailConfirmationLink(db, ports, { id: known.id, email, roles });
  return known.is_active ? 'updated' : 'reactivated';
}

interface LockedMember {
  readonly id: string;
  readonly roles: readonly string[];
  readonly is_active: boolean;
}

/** Gives a locked member roles: in addition to the current ones if active, otherwise in their place. @returns all roles */
export async function giveRoles(
  { db, roles }: Pick<AddContext, 'db' | 'roles'>,
  member: LockedMember,
  given: readonly string[],
): Promise<string[]> {
  const { id, is_active: isActive, roles: currentRoles } = member;
  const all = sortByRank(new Set([...(isActive ? currentRoles : []), ...given]));
  const { email } = await db
    .updateTable('member')
    .set({ roles: all, is_active: true, ...(!isActive && { offboard_date: null }) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow();
  await cancelInvitations(db, [email]);
  if (roles.haveComplianceDuties(given)) await assignTraining(db, [id]);
  return all;
}
