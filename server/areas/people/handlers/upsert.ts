/** People added or updated by their external ids (spec/areas/people, rule 18). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { differing } from '../../../domain/bulk/differing.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { answerOf, distinctRows, type Outcome, resultOf } from '../../../domain/bulk/upsert.ts';
import { holdAllLeaving } from '../../../domain/members/assignments.ts';
import { joinByAddress } from '../../../domain/members/join.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { lockRolesIn, type OrganizationRoles, rolesFrom } from '../../../platform/identity/organization-roles.ts';
import { isRestricted } from '../../../platform/identity/permissions.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import { findKnown, lockKnown } from '../queries/external.ts';
import { updateMembership } from '../queries/membership.ts';
import { findMember, type Member } from '../queries/record.ts';
import { told } from '../rules/changes.ts';
import { alreadyMember, inviteFault, noRole, titleFrom } from '../rules/people.ts';
import { changeMember } from './update.ts';

type Row = components['schemas']['MemberRow'];
type Context = Pick<OrganizationContext, 'db' | 'ports' | 'actor' | 'audit'>;

const otherAddress = 'must be the address of the member, which only an update of the member changes';
const otherId = 'must be the external id of the member who has the address';
const notInvited = 'must be employee or contractor for somebody new, because others accept an invitation';

export const bulk: Pick<Handlers<'people'>, 'upsertMembers'> = {
  async upsertMembers({ query: { dryRun }, body: { rows: given }, skipAudit, ...context }) {
    const { db } = context;
    const rows = distinctRows(
      given.map((row) => ({ ...row, email: row.email.toLowerCase() })),
      ({ email }) => ({ email }),
    );
    const own = rows.map(({ row }) => row);
    await takeTurn(db, 'member');
    const leaving = await findKnown(
      db,
      own.filter(({ isActive }) => isActive === false),
    );
    await holdAllLeaving(
      db,
      leaving.map(({ id }) => id),
    );
    const known = await lockKnown(db, own);
    const roles = await lockRolesIn(db);
    const outcomes = new Map<Row, Outcome>();
    // In one order, so that two who add the same people do not wait for each other in a circle.
    const inOrder = rows.toSorted((one, other) => (one.row.email < other.row.email ? -1 : Number(one.row.email > other.row.email)));
    const settled = inOrder.map(({ row, fault }) => ({ row, work: fault ?? workOf(roles, known, row) }));
    // Whoever is new has nothing in common with the others, so the statements for all of them are sent together.
    await Promise.all(
      settled.map(async ({ row, work }) => {
        if (isRefusal(work)) outcomes.set(row, work);
        else if (!work.before) outcomes.set(row, await add(context, roles, row, work.roles ?? ['employee']));
      }),
    );
    for (const { row, work } of settled)
      if (!isRefusal(work) && work.before) outcomes.set(row, await change(context, roles, work.before, row, work.roles));
    const result = resultOf(
      given,
      own.map((row) => outcomes.get(row) ?? alreadyMember),
    );
    return answerOf(dryRun, { skipAudit }, result);
  },
};

/** Whom a row is about, nobody yet if it is somebody new, and the roles as they are stored; or what is wrong with the row by itself. */
function workOf(roles: OrganizationRoles, known: readonly Member[], row: Row) {
  const byId = known.find(({ externalId }) => externalId === row.externalId);
  const byAddress = known.find(({ user }) => user.email === row.email);
  if (byId && byId.user.email !== row.email) return invalid({ email: otherAddress });
  if (byAddress && byAddress.externalId !== null && byAddress.externalId !== row.externalId) return invalid({ externalId: otherId });
  const wanted = row.roles && rolesFrom(roles, row.roles, true);
  if (wanted?.unknown.length) return invalid(Object.fromEntries(wanted.unknown.map((index) => [`roles.${index}`, noRole])));
  return { before: byId ?? byAddress, roles: wanted?.roles };
}

async function add(context: Context, roles: OrganizationRoles, row: Row, given: readonly string[]): Promise<Outcome> {
  const { db, ports, actor, audit } = context;
  const fault = inviteFault(actor, roles, [], given);
  if (fault) return fault;
  if (!isRestricted(given)) return invalid({ roles: notInvited });
  const { email, externalId, department, jobTitle, isActive, onboardDate, offboardDate } = row;
  const person = { roles: given, department: department?.trim(), jobTitle: titleFrom(jobTitle), isActive };
  const joined = await joinByAddress({ db, roles, ports }, { ...person, name: row.name.trim(), email });
  if (typeof joined === 'string') return alreadyMember;
  const member = await findMember(db, joined.id);
  if (!member) throw new Error('the member that was added is not there');
  const dates = { ...(onboardDate !== undefined && { onboardDate }), ...(offboardDate !== undefined && { offboardDate }) };
  await updateMembership(db, member, { externalId, ...dates, roles: member.roles });
  audit.created({ ...told({ ...member, externalId, ...dates }) }, { entityId: member.id, description: 'Added member' });
  return { outcome: 'created', id: member.id };
}

async function change(
  context: Context,
  organizationRoles: OrganizationRoles,
  before: Member,
  row: Row,
  given: readonly string[] | undefined,
): Promise<Outcome> {
  const { email: _email, roles: _roles, jobTitle, department, ...fields } = row;
  const title = titleFrom(jobTitle);
  const changed = differing(
    { ...fields, name: row.name.trim(), ...(department !== undefined && { department: department.trim() }) },
    { ...before, name: before.user.name },
  );
  const body = {
    ...changed,
    ...(jobTitle !== undefined && title !== before.jobTitle && { jobTitle }),
    ...(given && !isSameSet(given, before.roles) && { roles: [...given] }),
  };
  if (!Object.keys(body).length) return { outcome: 'unchanged', id: before.id };
  const done = await changeMember(context, organizationRoles, before, body);
  if (isRefusal(done)) return done;
  const { after, unassigned } = done;
  context.audit.changed(
    { ...told(before), ...(unassigned.length && { unassigned }) },
    { ...told(after), ...(unassigned.length && { unassigned: null }) },
    { entityId: before.id },
  );
  return { outcome: 'updated', id: before.id };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((role) => other.includes(role));
}
