/** Checks timelines by the clock: once, whatever number of servers looks (spec/areas/timelines, rules 8, 12, 13, 19 and 20). */
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import { insertTimeline, missingTimelines } from '../../../domain/timelines/create.ts';
import { templateFor, templateOf } from '../../../domain/timelines/templates.ts';
import { actingEntry, nobody } from '../../../platform/audit/acting-entry.ts';
import { redactedChanges } from '../../../platform/audit/redaction.ts';
import type { AuditEntry, OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { headOf, isChecked, listDue, noteCheck } from '../queries/checks.ts';
import { findingsSince } from '../queries/findings.ts';
import { findInstances } from '../queries/frameworks.ts';
import { type NoticePorts, notifyOwners } from '../queries/owners.ts';
import { type Progress, progressIn, taskWork } from '../queries/progress.ts';
import { lockOpenTimelines, lockTimeline, saveTimeline } from '../queries/states.ts';
import { isShownCompliant } from '../queries/trust.ts';
import { backfilled, trustFrameworkOf } from '../rules/backfill.ts';
import { completionNotices, type Deed, deedOf, deedsOf } from '../rules/deeds.ts';
import { completed } from '../rules/lifecycle.ts';
import { areSettled, findingTypeOf, isComplete, isMeasured, nextReview, reviewed } from '../rules/progress.ts';
import { isAutomatic, type Phase, type Timeline } from '../rules/timeline.ts';

/**
 * Checks the organizations that are due, each in a transaction of its own. One that fails does not stop the others.
 * @returns how many were due @throws AggregateError when some could not be checked
 */
export async function checkTimelines({ system, tenant }: Database, ports: NoticePorts, now: Date): Promise<number> {
  const due = await listDue(system, now);
  const failures: unknown[] = [];
  for (const organizationId of due) {
    await writeScheduled(tenant, organizationId, (db) => check(db, ports, now)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'the timelines of some organizations could not be checked');
  return due.length;
}

/** @returns the entries of what was changed */
async function check(db: OrganizationDatabase, ports: NoticePorts, now: Date): Promise<AuditEntry[]> {
  await lockFrameworks(db);
  const sequence = await headOf(db);
  if (await isChecked(db, sequence, now)) return [];
  const added = await addMissing(db, now);
  const [changed, timelines] = await reviewAll(db, ports, now);
  await noteCheck(db, sequence, nextReview(timelines, now));
  return [...added, ...changed].map((deed) => entryOf(db.organizationId, deed));
}

/** Adds the timelines that adopted frameworks lack (rule 20). */
async function addMissing(db: OrganizationDatabase, now: Date): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const { instanceId, framework, trackKey } of await missingTimelines(db)) {
    const template = templateFor(framework, trackKey, 1);
    const draft = await lockTimeline(db, await insertTimeline(db, instanceId, template, 1));
    if (!draft) throw new Error('the new timeline is gone');
    const shown = trustFrameworkOf(framework.name, trackKey);
    const { total, lastCompletedAt } = await taskWork(db, instanceId);
    const isCompliant = shown !== undefined && (await isShownCompliant(db, shown));
    const timeline = backfilled(draft, { isCompliant, tasks: total, lastCompletedAt }, now);
    await saveTimeline(db, draft, timeline);
    deeds.push(deedOf(timeline, `Added the missing timeline "${template.name}"`, { status: { previous: null, current: timeline.status } }));
  }
  return deeds;
}

/** @returns what was changed, and the timelines that were looked at as they are now */
async function reviewAll(db: OrganizationDatabase, ports: NoticePorts, now: Date): Promise<[Deed[], Timeline[]]> {
  const before = await lockOpenTimelines(db);
  const instances = await findInstances(
    db,
    before.map(({ frameworkInstanceId }) => frameworkInstanceId),
  );
  const progress = progressIn(db, ports.access.staffEmailDomains);
  const deeds: Deed[] = [];
  const timelines: Timeline[] = [];
  for (const timeline of before) {
    const framework = instances.get(timeline.frameworkInstanceId)?.framework;
    if (!framework) throw new Error('a timeline without a framework of the catalog');
    const after = await reviewOne(db, progress, framework.name, timeline, now);
    await saveTimeline(db, timeline, after);
    const { name } = templateOf(framework, timeline.templateId);
    await notifyOwners(db, ports, timeline, completionNotices({ ...timeline, name }, timeline, after), null);
    deeds.push(...deedsOf(timeline, after));
    timelines.push(after);
  }
  return [deeds, timelines];
}

/** First what became incomplete, and then, phase by phase, what is complete. */
async function reviewOne(
  db: OrganizationDatabase,
  progress: Progress,
  frameworkName: string,
  before: Timeline,
  now: Date,
): Promise<Timeline> {
  const act = { now: now.toISOString(), userId: null };
  const done = new Map<string, boolean>();
  for (const { id, completionType } of before.phases)
    if (isMeasured(completionType)) done.set(id, isComplete(await progress(completionType, before.frameworkInstanceId)));
  const isDone = async ({ id, completionType, documentUrl, startDate }: Phase) => {
    if (completionType === 'AUTO_UPLOAD') return documentUrl !== null;
    if (completionType !== 'AUTO_FINDINGS') return done.get(id) === true;
    const type = findingTypeOf(frameworkName);
    return type !== undefined && startDate !== null && areSettled(await findingsSince(db, type, startDate));
  };
  let timeline = reviewed(before, ({ id }) => done.get(id) === true, act.now);
  for (;;) {
    const current = isAutomatic(timeline) ? timeline.phases.find(({ status }) => status === 'IN_PROGRESS') : undefined;
    if (!current || !(await isDone(current))) return timeline;
    timeline = completed(timeline, current.id, act);
  }
}

/** The service itself acts, so the entry has no user. */
function entryOf(organizationId: string, { description, entityType, entityId, changes }: Deed): AuditEntry {
  return actingEntry(organizationId, {
    actor: nobody,
    action: description,
    entityType: entityType ?? null,
    entityId: entityId ?? null,
    data: { resource: 'framework', changes: redactedChanges(changes ?? {}) },
  });
}
