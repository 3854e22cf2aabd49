/** Adds or updates people by their external ids (people, rule 18). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { changedFields } from '#domain/bulk/changed-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { bulkResponse, checkDistinct, type Outcome, resultOf } from '#domain/bulk/upsert';
import { lockLeavingMembers } from '#domain/people/members/assignments';
import { joinByAddress } from '#domain/people/members/join';
import type { OrganizationContext } from '#platform/context';
import { lockRoles, type OrganizationRoles, resolveRoles } from '#platform/identity/organization-roles';
import { isRestricted } from '#platform/identity/permissions';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { findExistingMembers, lockExistingMembers } from '../queries/external-ids.ts';
import { updateMembership } from '../queries/membership.ts';
import { findMember } from '../queries/record.ts';
import { type Member } from '../rules/member.ts';
import { auditFields } from '../rules/changes.ts';
import { alreadyMember, checkInvitation, unknownRoleError, toStoredTitle } from '../rules/people.ts';
import { changeMember } from './update.ts';

type Row = components['schemas']['MemberRow'];
type Context = Pick<OrganizationContext, 'db' | 'ports' | 'actor' | 'audit'>;

const otherAddressError = fieldErrors.notAllowed('must be the address of the member, which only an update of the member changes');
const otherIdError = fieldErrors.notAllowed('must be the external id of the member who has the address');
const notRestrictedError = fieldErrors.notAllowed('must be employee or contractor for somebody new, because others accept an invitation');

export const upsert: Pick<Handlers<'people'>, 'upsertMembers'> = {
  async upsertMembers({ query: { dryRun }, body: { rows: sentRows }, skipAudit, ...context }) {
    const { db } = context;
    const rows = checkDistinct(sentRows, ({ email }) => ({ email }));
    const memberRows = rows.map(({ row }) => row);
    await lockExternalIds(db, 'member');
    const leavingMembers = await findExistingMembers(
      db,
      memberRows.filter(({ isActive }) => isActive === false),
    );
    await lockLeavingMembers(
      db,
      leavingMembers.map(({ id }) => id),
    );
    const existingMembers = await lockExistingMembers(db, memberRows);
    const roles = await lockRoles(db);
    const outcomes = new Map<Row, Outcome>();
    // Rows are processed in the order of their addresses, so that two requests for the same people do not deadlock.
    const sortedRows = rows.toSorted((first, second) =>
      first.row.email < second.row.email ? -1 : Number(first.row.email > second.row.email),
    );
    const plans = sortedRows.map(({ row, refusal: rowRefusal }) => ({ row, plan: rowRefusal ?? planRow(roles, existingMembers, row) }));
    // New people are independent of each other, so the statements that add them are sent concurrently.
    await Promise.all(
      plans.map(async ({ row, plan }) => {
        if (isRefusal(plan)) outcomes.set(row, plan);
        else if (!plan.before) outcomes.set(row, await addMember(context, roles, row, plan.roles ?? ['employee']));
      }),
    );
    for (const { row, plan } of plans)
      if (!isRefusal(plan) && plan.before) outcomes.set(row, await updateExisting(context, roles, plan.before, row, plan.roles));
    const result = resultOf(
      sentRows,
      memberRows.map((row) => outcomes.get(row) ?? alreadyMember),
    );
    return bulkResponse(dryRun, { skipAudit }, result);
  },
};

/** @returns the existing member of a row (undefined for a new person) and the stored keys of the roles, or the row's validation errors */
function planRow(roles: OrganizationRoles, existingMembers: readonly Member[], row: Row) {
  const memberByExternalId = existingMembers.find(({ externalId }) => externalId === row.externalId);
  const memberByAddress = existingMembers.find(({ user }) => user.email === row.email);
  if (memberByExternalId && memberByExternalId.user.email !== row.email) return invalid({ email: otherAddressError });
  if (memberByAddress && memberByAddress.externalId !== null && memberByAddress.externalId !== row.externalId)
    return invalid({ externalId: otherIdError });
  const resolvedRoles = row.roles && resolveRoles(roles, row.roles, true);
  if (resolvedRoles?.unknown.length)
    return invalid(Object.fromEntries(resolvedRoles.unknown.map((index) => [`roles.${index}`, unknownRoleError])));
  return { before: memberByExternalId ?? memberByAddress, roles: resolvedRoles?.roles };
}

async function addMember(context: Context, roles: OrganizationRoles, row: Row, newRoles: readonly string[]): Promise<Outcome> {
  const { db, ports, actor, audit } = context;
  const inviteRefusal = checkInvitation(actor, roles, undefined, newRoles);
  if (inviteRefusal) return inviteRefusal;
  if (!isRestricted(newRoles)) return invalid({ roles: notRestrictedError });
  const { email, externalId, department, jobTitle, isActive, onboardDate, offboardDate } = row;
  const person = { roles: newRoles, department, jobTitle: toStoredTitle(jobTitle), isActive };
  const joinResult = await joinByAddress({ db, roles, ports }, { ...person, name: row.name, email });
  if (typeof joinResult === 'string') return alreadyMember;
  const member = await findMember(db, joinResult.id);
  if (!member) throw new Error('the member that was added was not found');
  const dates = { ...(onboardDate !== undefined && { onboardDate }), ...(offboardDate !== undefined && { offboardDate }) };
  await updateMembership(db, member, { externalId, ...dates, roles: member.roles });
  audit.created({ ...auditFields({ ...member, externalId, ...dates }) }, { entityId: member.id, description: 'Added member' });
  return { outcome: 'created', id: member.id };
}

async function updateExisting(
  context: Context,
  organizationRoles: OrganizationRoles,
  before: Member,
  row: Row,
  newRoles: readonly string[] | undefined,
): Promise<Outcome> {
  const { email: _email, roles: _roles, jobTitle, department, ...fields } = row;
  const title = toStoredTitle(jobTitle);
  const changes = changedFields({ ...fields, ...(department !== undefined && { department }) }, { ...before, name: before.user.name });
  const body = {
    ...changes,
    ...(jobTitle !== undefined && title !== before.jobTitle && { jobTitle }),
    ...(newRoles && !isSameSet(newRoles, before.roles) && { roles: [...newRoles] }),
  };
  if (!Object.keys(body).length) return { outcome: 'unchanged', id: before.id };
  const change = await changeMember(context, organizationRoles, before, body);
  if (isRefusal(change)) return change;
  const { after, unassigned } = change;
  context.audit.changed(
    { ...auditFields(before), ...(unassigned.length && { unassigned }) },
    { ...auditFields(after), ...(unassigned.length && { unassigned: null }) },
    { entityId: before.id, description: 'Updated member' },
  );
  return { outcome: 'updated', id: before.id };
}

function isSameSet(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((role) => second.includes(role));
}
