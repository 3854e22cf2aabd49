/** The work of a sync of employees (spec/areas/integrations, rules 8 to 10 and 15). */
import type { components } from '../../../../generated/api.d.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { added } from '../../../platform/audit/changes.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { isFailure, lineOf } from '../../../domain/providers/failures.ts';
import { selectedBy } from '../../../domain/providers/people-filter.ts';
import { holdAllLeaving } from '../../../domain/members/assignments.ts';
import type { Adding } from '../../../domain/members/join.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { deactivateMember, importMember, type Importing, knownMembers, reactivateMember } from '../queries/members.ts';
import { connectionIdIn, noteRefusal, noteUse, type OpenConnection, openConnection } from '../queries/open-connection.ts';
import { type Decision, detailOf, peopleAmong, type PeopleFound, planOf, type Person } from '../rules/people-plan.ts';
import { trusted } from '../../../platform/trusted.ts';
import { logOf, toldOf } from '../rules/entries.ts';
import { begin, finish, keep } from './sync-record.ts';

type Result = components['schemas']['EmployeeSyncResult'];
type Detail = Result['people'][number];

/** How many people one transaction writes. */
const batch = 25;

export async function syncEmployees(attempt: Attempt): Promise<Result> {
  const { input, id: runId, read, step, ports } = attempt;
  const dryRun = isObject(input) && input.dryRun === true;
  const open = await openConnection(attempt, connectionIdIn(input));
  const {
    id: connectionId,
    manifest: { slug, isDirectorySource },
  } = open.connection;
  const begun = await step((db) => begin(db, runId));
  const log = { id: begun.id, people: trusted<Detail[]>(begun.done('people'), 'the sync itself stored them, in this type') };

  const { people, dropped, unread, variables } = await peopleOf(attempt, open);
  const source = { people, unread, isDirectory: isDirectorySource?.(variables) === true, selection: selectedBy(variables) };
  // What an attempt before this one has done is done.
  const details = log.people;
  const done = new Set(details.map(({ email }) => email));
  const plan = planOf(source, await read(knownMembers)).filter(({ email }) => !done.has(email));
  if (dryRun) details.push(...plan.map(detailOf));
  else
    for (let first = 0; first < plan.length; first += batch) {
      await step(
        async (db, audit) => {
          details.push(...(await apply({ db, ports }, audit, { actor: attempt.actor, slug }, plan.slice(first, first + batch))));
          await keep(db, log.id, { people: details });
        },
        { done: Math.min(first + batch, plan.length), total: plan.length },
      );
    }
  const result = resultOf({ providerSlug: slug, connectionId, syncLogId: log.id, dryRun, ...toldOf(dropped) }, people, details);
  await step(async (db, audit) => {
    await finish(db, runId, { logId: log.id, result, checked: result.totalFound, errors: result.counts.error, logs: logOf(dropped) });
    await noteUse(db, connectionId);
    audit.did(dryRun ? 'Tried sync of employees' : 'Synced employees', {
      entityId: connectionId,
      changes: added(result.counts),
    });
  });
  return result;
}

async function peopleOf(
  { signal, step }: Attempt,
  open: OpenConnection,
): Promise<PeopleFound & { readonly variables: ReturnType<OpenConnection['sourceFor']>['variables'] }> {
  const {
    manifest: { slug, employees },
  } = open.connection;
  if (!employees) throw new Error(`${slug} has no employees any more`);
  const source = open.sourceFor(signal);
  try {
    return { ...peopleAmong(await employees(source)), variables: source.variables };
  } catch (error) {
    if (signal.aborted || !isFailure(error)) throw error;
    await step((db) => noteRefusal(db, open, error));
    throw new RunFailed(lineOf(error, open.secrets));
  }
}

async function apply(
  { db, ports }: Pick<Adding, 'db' | 'ports'>,
  audit: Audit,
  { actor, slug }: { readonly actor: Actor; readonly slug: string },
  decisions: readonly Decision[],
): Promise<Detail[]> {
  // What all who leave were given is held before the first of them.
  await holdAllLeaving(
    db,
    decisions.flatMap((decision) => (decision.status === 'deactivated' ? [decision.memberId] : [])),
  );
  const importing = { db, ports, actor, roles: await lockRolesIn(db), source: slug };
  const details: Detail[] = [];
  for (const decision of decisions) {
    const id = await carryOut(importing, decision);
    if (decision.status !== 'skipped' && id !== undefined)
      audit.did(`${verbs[decision.status]} by sync from ${slug}`, { entityType: 'people', entityId: id });
    details.push(
      id === undefined && decision.status !== 'skipped'
        ? { email: decision.email, status: 'skipped', reason: 'changed in the meantime' }
        : detailOf(decision),
    );
  }
  return details;
}
const verbs = { imported: 'Imported member', reactivated: 'Reactivated member', deactivated: 'Deactivated member' } as const;

/** @returns the id of the member that was changed */
async function carryOut(importing: Importing, decision: Decision): Promise<string | undefined> {
  switch (decision.status) {
    case 'imported':
      return importMember(importing, decision.person);
    case 'reactivated':
      return (await reactivateMember(importing, decision.memberId)) ? decision.memberId : undefined;
    case 'deactivated':
      return (await deactivateMember(importing.db, decision.memberId)) ? decision.memberId : undefined;
    case 'skipped':
      return undefined;
  }
}

function resultOf(
  about: Pick<Result, 'providerSlug' | 'connectionId' | 'syncLogId' | 'dryRun' | 'droppedCount' | 'dropped'>,
  people: readonly Person[],
  details: Detail[],
): Result {
  const count = (status: Detail['status']) => details.filter((detail) => detail.status === status).length;
  return {
    ...about,
    totalFound: people.length,
    totalSuspended: people.filter(({ status }) => status !== 'active').length,
    counts: {
      imported: count('imported'),
      skipped: count('skipped'),
      deactivated: count('deactivated'),
      reactivated: count('reactivated'),
      error: count('error'),
    },
    people: details,
  };
}
