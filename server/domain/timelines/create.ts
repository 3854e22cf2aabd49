/** Timelines begin as drafts with the phases of a template (spec/areas/timelines, rules 2 and 3). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { type PlannedFramework, type Template, templateFor, tracksOf } from './templates.ts';

/** A track of an adopted framework that has no timeline. */
export interface MissingTimeline {
  readonly instanceId: string;
  readonly framework: PlannedFramework;
  readonly trackKey: string;
}

/**
 * Finds the tracks of adopted frameworks of the catalog that have no timeline.
 * @param instanceIds ids of the adopted frameworks that are looked at; all of them, unless some are named
 */
export async function missingTimelines(db: OrganizationDatabase, instanceIds?: readonly string[]): Promise<MissingTimeline[]> {
  const [instances, timelines] = await Promise.all([
    db
      .selectFrom('framework_instance as instance')
      .innerJoin('platform_framework as framework', 'framework.id', 'instance.framework_id')
      .select(['instance.id as instanceId', 'framework.id', 'framework.name'])
      .$if(instanceIds !== undefined, (query) => query.where('instance.id', 'in', instanceIds?.length ? instanceIds : ['']))
      .orderBy('instance.created_at')
      .orderBy('instance.id')
      .execute(),
    db.selectFrom('timeline').select(['framework_instance_id as instanceId', 'track_key as trackKey']).execute(),
  ]);
  const known = new Set(timelines.map(({ instanceId, trackKey }) => `${instanceId} ${trackKey}`));
  return instances.flatMap(({ instanceId, ...framework }) =>
    tracksOf(framework)
      .filter((trackKey) => !known.has(`${instanceId} ${trackKey}`))
      .map((trackKey) => ({ instanceId, framework, trackKey })),
  );
}

/** Creates the drafts of frameworks that were adopted just now. @param instanceIds those of custom frameworks get none */
export async function createTimelines(db: OrganizationDatabase, instanceIds: readonly string[]): Promise<void> {
  for (const { instanceId, framework, trackKey } of await missingTimelines(db, instanceIds))
    await insertTimeline(db, instanceId, templateFor(framework, trackKey, 1), 1);
}

/** Creates a draft whose phases are copies of those of the template. @returns its id */
export async function insertTimeline(
  db: OrganizationDatabase,
  instanceId: string,
  { id: templateId, trackKey, phases }: Template,
  cycleNumber: number,
): Promise<string> {
  const id = newId('tli');
  await db
    .insertInto('timeline')
    .values({ id, framework_instance_id: instanceId, template_id: templateId, track_key: trackKey, cycle_number: cycleNumber })
    .execute();
  await db
    .insertInto('timeline_phase')
    .values(
      phases.map((phase) => ({
        id: newId('tlp'),
        timeline_id: id,
        phase_template_id: phase.id,
        name: phase.name,
        description: phase.description,
        group_label: phase.groupLabel,
        order_index: phase.orderIndex,
        duration_weeks: phase.defaultDurationWeeks,
        completion_type: phase.completionType,
        locks_timeline_on_complete: phase.locksTimelineOnComplete,
      })),
    )
    .execute();
  return id;
}
