/** Creates timelines as drafts with the phases of a template (timelines, rules 2 and 3). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type PlannedFramework, type Template, selectTemplate, tracksOf } from './templates.ts';

/** A track of an adopted framework that has no timeline yet. */
export interface MissingTimeline {
  readonly instanceId: string;
  readonly framework: PlannedFramework;
  readonly trackKey: string;
}

/**
 * Finds the tracks without a timeline in adopted catalog frameworks.
 * @param instanceIds the ids of the adopted frameworks to check; defaults to all adopted frameworks
 */
export async function findMissingTimelines(db: OrganizationDatabase, instanceIds?: readonly string[]): Promise<MissingTimeline[]> {
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
  const existingTracks = new Set(timelines.map(({ instanceId, trackKey }) => `${instanceId} ${trackKey}`));
  return instances.flatMap(({ instanceId, ...framework }) =>
    tracksOf(framework)
      .filter((trackKey) => !existingTracks.has(`${instanceId} ${trackKey}`))
      .map((trackKey) => ({ instanceId, framework, trackKey })),
  );
}

/** Creates the draft timelines of newly adopted frameworks. @param instanceIds ids of adopted frameworks; custom frameworks are ignored */
export async function createTimelines(db: OrganizationDatabase, instanceIds: readonly string[]): Promise<void> {
  for (const { instanceId, framework, trackKey } of await findMissingTimelines(db, instanceIds))
    await insertTimeline(db, instanceId, selectTemplate(framework, trackKey, 1), 1);
}

/** Creates a draft timeline with copies of the template's phases. @returns the id of the timeline */
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
