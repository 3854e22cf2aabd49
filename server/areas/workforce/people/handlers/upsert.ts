/** Adds or updates people by their external ids (people, rule 18). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { changedFields } from '#domain/bulk/changed-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { respond, distinctRows, type Outcome, resultOf } from '#domain/bulk/upsert';
import { lockLeavingMembers } from '#domain/people/members/assignments';
import { joinByAddress } from '#domain/people/members/join';
import type { OrganizationContext } from '#platform/context';
import { lockRoles, type OrganizationRoles, resolveRoles } from '#platform/identity/organization-roles';
import { isRestricted } from '#platform/identity/permissions';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { findExisting, lockExisting } from '../queries/external-ids.ts';
import { updateMembership } from '../queries/membership.ts';
import { findMember } from '../queries/record.ts';
import { type Member } from '../rules/member.ts';
import { auditFields } from '../rules/changes.ts';
import { alreadyMember, whyCannotInvite, noRole, titleFrom } from '../rules/people.ts';
import { changeMember } from './update.ts';

type Row = components['schemas']['MemberRow'];
type Context = Pick<OrganizationContext, 'db' | 'ports' | 'actor' | 'audit'>;

const otherAddress = 'must be the address of the member, which only an update of the member changes';
const otherId = 'must be the external id of the member who has the address';
const notInvited = 'must be employee or contractor for somebody new, because others accept an invitation';

export const bulk: Pick<Handlers<'people'>, 'upsertMembers'> = {
  async upsertMembers({ query: { dryRun }, body: { rows: given }, skipAudit, ...context }) {
    const { db } = context;
    const rows = distinctRows(given, ({ email }) => ({ email }));
    const ownRows = rows.map(({ row }) => row);
    await lockExternalIds(db, 'member');
    const leaving = await findExisting(
      db,
      ownRows.filter(({ isActive }) => isActive === false),
    );
    await lockLeavingMembers(
      db,
      leaving.map(({ id }) => id),
    );
    const existing = await lockExisting(db, ownRows);
    const roles = await lockRoles(db);
    const outcomes = new Map<Row, Outcome>();
    // In a fixed order, so that two requests that add the same people do not deadlock.
    const inOrder = rows.toSorted((first, second) =>
      first.row.email < second.row.email ? -1 : Number(first.row.email > second.row.email),
    );
    const finished = inOrder.map(({ row, refusal: reason }) => ({ row, work: reason ?? workOf(roles, existing, row) }));
    // New people are independent of each other, so the statements for all of them are sent concurrently.
    await Promise.all(
      finished.map(async ({ row, work }) => {
        if (isRefusal(work)) outcomes.set(row, work);
        else if (!work.before) outcomes.set(row, await add(context, roles, row, work.roles ?? ['employee']));
      }),
    );
    for (const { row, work } of finished)
      if (!isRefusal(work) && work.before) outcomes.set(row, await change(context, roles, work.before, row, work.roles));
    const result = resultOf(
      given,
      ownRows.map((row) => outcomes.get(row) ?? alreadyMember),
    );
    return respond(dryRun, { skipAudit }, result);
  },
};

/** The member of a row, if there is one, and the roles as they are stored; or the validation errors of the row. */
function workOf(roles: OrganizationRoles, existing: readonly Member[], row: Row) {
  const byId = existing.find(({ externalId }) => externalId === row.externalId);
  const byAddress = existing.find(({ user }) => user.email === row.email);
  if (byId && byId.user.email !== row.email) return invalid({ email: otherAddress });
  if (byAddress && byAddress.externalId !== null && byAddress.externalId !== row.externalId) return invalid({ externalId: otherId });
  const parsedRoles = row.roles && resolveRoles(roles, row.roles, true);
  if (parsedRoles?.unknown.length) return invalid(Object.fromEntries(parsedRoles.unknown.map((index) => [`roles.${index}`, noRole])));
  return { before: byId ?? byAddress, roles: parsedRoles?.roles };
}

async function add(context: Context, roles: OrganizationRoles, row: Row, given: readonly string[]): Promise<Outcome> {
  const { db, ports, actor, audit } = context;
  const reason = whyCannotInvite(actor, roles, undefined, given);
  if (reason) return reason;
  if (!isRestricted(given)) return invalid({ roles: notInvited });
  const { email, externalId, department, jobTitle, isActive, onboardDate, offboardDate } = row;
  const person = { roles: given, department, jobTitle: titleFrom(jobTitle), isActive };
  const joined = await joinByAddress({ db, roles, ports }, { ...person, name: row.name, email });
  if (typeof joined === 'string') return alreadyMember;
  const member = await findMember(db, joined.id);
  if (!member) throw new Error('the member that was added was not found');
  const dates = { ...(onboardDate !== undefined && { onboardDate }), ...(offboardDate !== undefined && { offboardDate }) };
  await updateMembership(db, member, { externalId, ...dates, roles: member.roles });
  audit.created({ ...auditFields({ ...member, externalId, ...dates }) }, { entityId: member.id, description: 'Added member' });
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
  const changed = changedFields({ ...fields, ...(department !== undefined && { department }) }, { ...before, name: before.user.name });
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
    { ...auditFields(before), ...(unassigned.length && { unassigned }) },
    { ...auditFields(after), ...(unassigned.length && { unassigned: null }) },
    { entityId: before.id, description: 'Updated member' },
  );
  return { outcome: 'updated', id: before.id };
}

function isSameSet(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((role) => second.includes(role));
}
