/** Syncs employees, in a job (integrations, rules 8 to 10 and 15). */
import type { components } from '#generated/api';
import type { Audit } from '#platform/audit/audit';
import { changesOnCreate } from '#platform/audit/changes';
import { isObject } from '#platform/json-object';
import type { Actor } from '#platform/identity/actor';
import { lockRoles } from '#platform/identity/organization-roles';
import { isProviderFailure, reasonLineOf } from '#providers/failures';
import { hideSecrets } from '#providers/hide-secrets';
import { createPeopleFilter } from '#providers/people-filter';
import { lockLeavingMembers } from '#domain/people/members/assignments';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { deactivateMember, importMember, type ImportContext, listKnownMembers, reactivateMember } from '../queries/members.ts';
import { connectionIdIn, saveTokenRefusal, saveLastUse, type OpenConnection, openConnection } from '../queries/open-connection.ts';
import { type Decision, detailOf, parsePeople, type ParsedPeople, planPeople, type Person } from '../rules/people-plan.ts';
import { trusted } from '#platform/trusted';
import { toLogLines, droppedSummaryOf } from '../rules/entries.ts';
import { startSyncRecord, finishSyncRecord, saveProgress } from './sync-record.ts';

type Result = components['schemas']['EmployeeSyncResult'];
type Detail = Result['people'][number];

/** Maximum number of people per transaction. */
const batchSize = 25;

export async function syncEmployees(attempt: Attempt): Promise<Result> {
  const { input, id: runId, read, step, ports } = attempt;
  const dryRun = isObject(input) && input.dryRun === true;
  const usedConnection = await openConnection(attempt, connectionIdIn(input));
  const {
    id: connectionId,
    manifest: { slug, isDirectorySource },
  } = usedConnection.connection;
  const startedSync = await step((db) => startSyncRecord(db, runId));
  const log = { id: startedSync.id, people: trusted<Detail[]>(startedSync.done('people'), 'the sync itself stored them, in this type') };

  const { people, dropped, invalidEmails, variables } = await fetchPeople(attempt, usedConnection);
  const source = { people, invalidEmails, isDirectory: isDirectorySource?.(variables) === true, selection: createPeopleFilter(variables) };
  // People whom an earlier attempt has synced are skipped.
  const details = log.people;
  const syncedEmails = new Set(details.map(({ email }) => email));
  const plan = planPeople(source, await read(listKnownMembers)).filter(({ email }) => !syncedEmails.has(email));
  if (dryRun) details.push(...plan.map(detailOf));
  else
    for (let start = 0; start < plan.length; start += batchSize) {
      await step(
        async (db, audit) => {
          details.push(
            ...(await applyDecisions({ db, ports }, audit, { actor: attempt.actor, slug }, plan.slice(start, start + batchSize))),
          );
          await saveProgress(db, log.id, { people: details });
        },
        { done: Math.min(start + batchSize, plan.length), total: plan.length },
      );
    }
  const result = createResult(
    { providerSlug: slug, connectionId, syncLogId: log.id, dryRun, ...droppedSummaryOf(dropped) },
    people,
    details,
  );
  await step(async (db, audit) => {
    await finishSyncRecord(db, runId, {
      logId: log.id,
      result,
      checked: result.totalFound,
      errors: result.counts.error,
      logs: toLogLines(dropped),
    });
    await saveLastUse(db, connectionId);
    audit.performed(dryRun ? 'Tried sync of employees' : 'Synced employees', {
      entityId: connectionId,
      changes: changesOnCreate(result.counts),
    });
  });
  return result;
}

async function fetchPeople(
  { signal, step }: Attempt,
  usedConnection: OpenConnection,
): Promise<ParsedPeople & { readonly variables: ReturnType<OpenConnection['sourceFor']>['variables'] }> {
  const {
    manifest: { slug, employees },
  } = usedConnection.connection;
  if (!employees) throw new Error(`${slug} has no employees any more`);
  const source = usedConnection.sourceFor(signal);
  try {
    return { ...parsePeople(await hideSecrets(await employees(source), usedConnection.secrets, source)), variables: source.variables };
  } catch (error) {
    if (signal.aborted || !isProviderFailure(error)) throw error;
    await step((db) => saveTokenRefusal(db, usedConnection, error));
    throw new RunFailed(reasonLineOf(error, usedConnection.secrets));
  }
}

async function applyDecisions(
  { db, ports }: Pick<ImportContext, 'db' | 'ports'>,
  audit: Audit,
  { actor, slug }: { readonly actor: Actor; readonly slug: string },
  decisions: readonly Decision[],
): Promise<Detail[]> {
  // All members who leave are locked with their assignments before the first one is deactivated, to avoid deadlocks.
  await lockLeavingMembers(
    db,
    decisions.flatMap((decision) => (decision.status === 'deactivated' ? [decision.memberId] : [])),
  );
  const context = { db, ports, actor, roles: await lockRoles(db), source: slug };
  const details: Detail[] = [];
  for (const decision of decisions) {
    const id = await applyDecision(context, decision);
    if (decision.status !== 'skipped' && id !== undefined)
      audit.performed(`${verbs[decision.status]} by sync from ${slug}`, { entityType: 'people', entityId: id });
    details.push(
      id === undefined && decision.status !== 'skipped'
        ? { email: decision.email, status: 'skipped', reason: 'changed in the meantime' }
        : detailOf(decision),
    );
  }
  return details;
}
const verbs = { imported: 'Imported member', reactivated: 'Reactivated member', deactivated: 'Deactivated member' } as const;

/** @returns the id of the changed member, or undefined if nothing changed */
async function applyDecision(context: ImportContext, decision: Decision): Promise<string | undefined> {
  switch (decision.status) {
    case 'imported':
      return importMember(context, decision.person);
    case 'reactivated':
      return (await reactivateMember(context, decision.memberId)) ? decision.memberId : undefined;
    case 'deactivated':
      return (await deactivateMember(context, decision.memberId)) ? decision.memberId : undefined;
    case 'skipped':
      return undefined;
  }
}

function createResult(
  common: Pick<Result, 'providerSlug' | 'connectionId' | 'syncLogId' | 'dryRun' | 'droppedCount' | 'dropped'>,
  people: readonly Person[],
  details: Detail[],
): Result {
  const count = (status: Detail['status']) => details.filter((detail) => detail.status === status).length;
  return {
    ...common,
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
