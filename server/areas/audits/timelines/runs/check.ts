/** Scheduled checks of timelines. Only one server at a time checks an organization (timelines, rules 8, 12, 13, 19 and 20). */
import { lockFrameworks } from '#domain/frameworks/lock';
import { insertTimeline, findMissingTimelines } from '#domain/timelines/create';
import { selectTemplate, requireTemplate } from '#domain/timelines/templates';
import { createEntry, noActor } from '#platform/audit/create-entry';
import { redactChanges } from '#platform/audit/redaction';
import type { AuditEntry, OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { noAuthor } from '#platform/identity/author';
import { findLatestSequence, isChecked, listDueOrganizations, recordCheck } from '../queries/checks.ts';
import { countFindingsSince } from '../queries/findings.ts';
import { findInstances } from '../queries/frameworks.ts';
import { type NoticePorts, notifyOwners } from '../queries/owners.ts';
import { type ProgressReader, createProgressReader, countTasks } from '../queries/progress.ts';
import { lockOpenTimelines, lockTimeline, saveTimeline } from '../queries/locked-timelines.ts';
import { isShownCompliant } from '../queries/trust.ts';
import { backfill, trustFrameworkOf } from '../rules/backfill.ts';
import { completionNotices, type Action, actionOn, actionsOf } from '../rules/actions.ts';
import { completePhase } from '../rules/lifecycle.ts';
import { areFindingsClosed, findingTypeOf, isComplete, isMeasured, nextCheckTime, reviewPhases } from '../rules/progress.ts';
import { isAutomatic, type Phase, type Timeline } from '../rules/timeline.ts';

/**
 * Checks the organizations that are due, each in its own transaction. A failure does not stop the others.
 * @returns the number of organizations that were due
 * @throws AggregateError if some checks failed
 */
export async function checkTimelines({ system, tenant }: Database, ports: NoticePorts, now: Date): Promise<number> {
  const dueOrganizations = await listDueOrganizations(system, now);
  const failures: unknown[] = [];
  for (const organizationId of dueOrganizations) {
    await writeScheduled(tenant, organizationId, (db) => checkOrganization(db, ports, now)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'the timelines of some organizations could not be checked');
  return dueOrganizations.length;
}

/** Checks the timelines of one organization. @returns the audit entries of the changes */
async function checkOrganization(db: OrganizationDatabase, ports: NoticePorts, now: Date): Promise<AuditEntry[]> {
  await lockFrameworks(db);
  const sequence = await findLatestSequence(db);
  if (await isChecked(db, sequence, now)) return [];
  const addActions = await addMissingTimelines(db, now);
  const [changeActions, timelines] = await reviewTimelines(db, ports, now);
  await recordCheck(db, sequence, nextCheckTime(timelines, now));
  return [...addActions, ...changeActions].map((action) => entryOf(db.organizationId, action));
}

/** Adds the missing timelines of adopted frameworks (rule 20). */
async function addMissingTimelines(db: OrganizationDatabase, now: Date): Promise<Action[]> {
  const actions: Action[] = [];
  for (const { instanceId, framework, trackKey } of await findMissingTimelines(db)) {
    const template = selectTemplate(framework, trackKey, 1);
    const draft = await lockTimeline(db, await insertTimeline(db, instanceId, template, 1));
    if (!draft) throw new Error('the new timeline was not found');
    const portalFramework = trustFrameworkOf(framework.name, trackKey);
    const { total, lastCompletedAt } = await countTasks(db, instanceId);
    const isCompliant = portalFramework !== undefined && (await isShownCompliant(db, portalFramework));
    const timeline = backfill(draft, { isCompliant, tasks: total, lastCompletedAt }, now);
    await saveTimeline(db, draft, timeline);
    actions.push(
      actionOn(timeline, `Added the missing timeline "${template.name}"`, { status: { previous: null, current: timeline.status } }),
    );
  }
  return actions;
}

/** Reviews all open timelines. @returns the changes, and the timelines in their new state */
async function reviewTimelines(db: OrganizationDatabase, ports: NoticePorts, now: Date): Promise<[Action[], Timeline[]]> {
  const before = await lockOpenTimelines(db);
  const instances = await findInstances(
    db,
    before.map(({ frameworkInstanceId }) => frameworkInstanceId),
  );
  const readProgress = createProgressReader(db, ports.access.staffEmailDomains);
  const actions: Action[] = [];
  const timelines: Timeline[] = [];
  for (const timeline of before) {
    const framework = instances.get(timeline.frameworkInstanceId)?.framework;
    if (!framework) throw new Error('the framework of the timeline is not in the catalog');
    const after = await reviewTimeline(db, readProgress, framework.name, timeline, now);
    await saveTimeline(db, timeline, after);
    const { name } = requireTemplate(framework, timeline.templateId);
    await notifyOwners(db, ports, timeline, completionNotices({ ...timeline, name }, timeline, after), null);
    actions.push(...actionsOf(timeline, after));
    timelines.push(after);
  }
  return [actions, timelines];
}

/** Reopens phases whose work became incomplete, and then completes phases one by one. */
async function reviewTimeline(
  db: OrganizationDatabase,
  readProgress: ProgressReader,
  frameworkName: string,
  before: Timeline,
  now: Date,
): Promise<Timeline> {
  const actionContext = { now: now.toISOString(), by: noAuthor };
  const doneByPhase = new Map<string, boolean>();
  for (const { id, completionType } of before.phases)
    if (isMeasured(completionType)) doneByPhase.set(id, isComplete(await readProgress(completionType, before.frameworkInstanceId)));
  const isDone = async ({ id, completionType, documentUrl, startDate }: Phase) => {
    if (completionType === 'auto_upload') return documentUrl !== null;
    if (completionType !== 'auto_findings') return doneByPhase.get(id) === true;
    const type = findingTypeOf(frameworkName);
    return type !== undefined && startDate !== null && areFindingsClosed(await countFindingsSince(db, type, startDate));
  };
  let timeline = reviewPhases(before, ({ id }) => doneByPhase.get(id) === true, actionContext.now);
  for (;;) {
    const currentPhase = isAutomatic(timeline) ? timeline.phases.find(({ status }) => status === 'in_progress') : undefined;
    if (!currentPhase || !(await isDone(currentPhase))) return timeline;
    timeline = completePhase(timeline, currentPhase.id, actionContext);
  }
}

/** Creates an audit entry without a user, because the service itself acts. */
function entryOf(organizationId: string, { description, entityType, entityId, changes }: Action): AuditEntry {
  return createEntry(organizationId, {
    actor: noActor,
    action: description,
    entityType: entityType ?? null,
    entityId: entityId ?? null,
    data: { resource: 'framework', changes: redactChanges(changes ?? {}) },
  });
}
