import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { type Template, requireTemplate } from '#domain/timelines/templates';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { isMeasured, percentOf } from '../rules/progress.ts';
import { phaseColumns, timelineColumns } from './columns.ts';
import { findInstances, type PlannedInstance } from './frameworks.ts';
import { createProgress } from './progress.ts';

type Schemas = components['schemas'];
/** A timeline as it is returned. It always has a framework of the catalog. */
export type TimelineRecord = Omit<Schemas['Timeline'], 'frameworkInstance'> & { readonly frameworkInstance: PlannedInstance };

const listed = PagedList.of((db) => db.selectFrom('timeline').select(timelineColumns)).filteredBy<FilterOf<'listTimelines'>>({
  frameworkInstanceId: anyOf('timeline.framework_instance_id'),
  status: anyOf('timeline.status'),
});

/** Newest first. */
export async function listTimelines(
  db: OrganizationDatabase,
  filter: FilterOf<'listTimelines'>,
  page: PageRequest,
): Promise<Page<Schemas['TimelineListItem']>> {
  const { rows, ...rest } = await listed.page(db, filter, { by: 'timeline.created_at', id: 'timeline.id' }, page);
  const [instances, phases] = await Promise.all([
    findInstances(db, [...new Set(rows.map(({ frameworkInstanceId }) => frameworkInstanceId))]),
    listStates(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return {
    ...rest,
    rows: rows.map((row) => {
      const ofInstance = phases.get(row.id) ?? [];
      const frameworkInstance = instanceIn(instances, row.frameworkInstanceId);
      const current = ofInstance.find(({ status }) => status === 'IN_PROGRESS');
      const { phases: _phases, ...template } = requireTemplate(frameworkInstance.framework, row.templateId);
      return {
        ...row,
        frameworkInstance,
        template,
        phaseCount: ofInstance.length,
        completedPhaseCount: ofInstance.filter(({ status }) => status === 'COMPLETED').length,
        currentPhase: current ? phaseInBrief(current) : null,
      };
    }),
  };
}

function phaseInBrief({ timelineId: _timeline, status: _status, ...phase }: PhaseState) {
  return phase;
}

type PhaseState = Awaited<ReturnType<typeof readStates>>[number];

/** The phases of timelines in short form, by timeline. */
async function listStates(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, PhaseState[]>> {
  return Map.groupBy(ids.length ? await readStates(db, ids) : [], ({ timelineId }) => timelineId);
}

function readStates(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('timeline_phase')
    .select(columnsOf('timeline_phase', 'id', 'timelineId', 'name', 'status', 'completionType', 'startDate', 'endDate', 'readyForReview'))
    .where('timeline_id', 'in', ids)
    .orderBy('order_index')
    .execute();
}

function instanceIn(instances: ReadonlyMap<string, PlannedInstance>, id: string): PlannedInstance {
  const found = instances.get(id);
  if (!found) throw new Error('the framework of the timeline is not in the catalog');
  return found;
}

/** @param staffDomains e-mail domains of the operator, whose staff does not count */
export async function findTimeline(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  id: string,
): Promise<TimelineRecord | undefined> {
  const [row, phases] = await Promise.all([
    db.selectFrom('timeline').select(timelineColumns).where('id', '=', id).executeTakeFirst(),
    db
      .selectFrom('timeline_phase')
      .select([...phaseColumns, ...columnsOf('timeline_phase', 'createdAt', 'updatedAt')])
      .where('timeline_id', '=', id)
      .orderBy('order_index')
      .execute(),
  ]);
  if (!row) return undefined;
  const by = phases.flatMap(({ completedById }) => completedById ?? []);
  const [instances, members] = await Promise.all([findInstances(db, [row.frameworkInstanceId]), listPeople(db, by)]);
  const frameworkInstance = instanceIn(instances, row.frameworkInstanceId);
  const template: Template = requireTemplate(frameworkInstance.framework, row.templateId);
  const progress = createProgress(db, staffDomains);
  const percent = async (type: Schemas['TimelineCompletionType']) =>
    row.status === 'ACTIVE' && isMeasured(type) ? percentOf(await progress(type, row.frameworkInstanceId)) : null;
  return {
    ...row,
    frameworkInstance,
    template,
    phases: await Promise.all(
      phases.map(async (phase) => ({
        ...phase,
        instanceId: id,
        completedBy: members.find((member) => member.id === phase.completedById) ?? null,
        completionPercent: await percent(phase.completionType),
      })),
    ),
  };
}

async function listPeople(db: OrganizationDatabase, userIds: readonly string[]) {
  return userIds.length ? db.selectFrom('member').select(['user_id as id', 'name', 'email']).where('user_id', 'in', userIds).execute() : [];
}
