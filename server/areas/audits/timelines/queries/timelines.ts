/** Reads timelines as the API returns them. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { type Template, requireTemplate } from '#domain/timelines/templates';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import { isMeasured, percentOf } from '../rules/progress.ts';
import { phaseColumns, timelineColumns } from './columns.ts';
import { findInstances, type PlannedInstance } from './frameworks.ts';
import { createProgressReader } from './progress.ts';

type Schemas = components['schemas'];
/** A timeline as the API returns it. Its framework is always in the catalog. */
export type TimelineRecord = Omit<Schemas['Timeline'], 'frameworkInstance'> & { readonly frameworkInstance: PlannedInstance };

/** Every sort order has an index. */
const sortKeys = {
  createdAt: 'timeline.created_at',
  updatedAt: 'timeline.updated_at',
  startDate: missingLast('timeline.start_date'),
} as const;

const pagedTimelines = PagedList.of((db) => db.selectFrom('timeline').select(timelineColumns)).filteredBy<FilterOf<'listTimelines'>>({
  frameworkInstanceId: anyOf('timeline.framework_instance_id'),
  status: anyOf('timeline.status'),
  ids: anyOf('timeline.id'),
});

/** Lists timelines. */
export async function listTimelines(
  db: OrganizationDatabase,
  filter: FilterOf<'listTimelines'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Schemas['TimelineListItem']>> {
  const { rows, ...pageInfo } = await pagedTimelines.page(db, filter, { by: sortKeys[page.sortBy], id: 'timeline.id' }, page);
  const [instances, phases] = await Promise.all([
    findInstances(db, [...new Set(rows.map(({ frameworkInstanceId }) => frameworkInstanceId))]),
    findPhaseStates(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return {
    ...pageInfo,
    rows: rows.map((row) => {
      const timelinePhases = phases.get(row.id) ?? [];
      const frameworkInstance = instanceIn(instances, row.frameworkInstanceId);
      const currentPhase = timelinePhases.find(({ status }) => status === 'in_progress');
      const { phases: _phases, ...template } = requireTemplate(frameworkInstance.framework, row.templateId);
      return {
        ...row,
        frameworkInstance,
        template,
        phaseCount: timelinePhases.length,
        completedPhaseCount: timelinePhases.filter(({ status }) => status === 'completed').length,
        currentPhase: currentPhase ? phaseInBrief(currentPhase) : null,
      };
    }),
  };
}

function phaseInBrief({ timelineId: _timeline, status: _status, ...phase }: PhaseState) {
  return phase;
}

type PhaseState = Awaited<ReturnType<typeof selectPhaseStates>>[number];

/** Returns the short form of each timeline's phases, by timeline id. */
async function findPhaseStates(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, PhaseState[]>> {
  return Map.groupBy(ids.length ? await selectPhaseStates(db, ids) : [], ({ timelineId }) => timelineId);
}

function selectPhaseStates(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('timeline_phase')
    .select(columnsOf('timeline_phase', 'id', 'timelineId', 'name', 'status', 'completionType', 'startDate', 'endDate', 'readyForReview'))
    .where('timeline_id', 'in', ids)
    .orderBy('order_index')
    .execute();
}

function instanceIn(instances: ReadonlyMap<string, PlannedInstance>, id: string): PlannedInstance {
  const instance = instances.get(id);
  if (!instance) throw new Error('the framework of the timeline is not in the catalog');
  return instance;
}

/** @param staffDomains e-mail domains of the operator, whose staff are not counted */
export async function findTimeline(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  id: string,
): Promise<TimelineRecord | undefined> {
  const [row, phases] = await Promise.all([
    db.selectFrom('timeline').select(timelineColumns).where('id', '=', id).executeTakeFirst(),
    db
      .selectFrom('timeline_phase')
      .select([...phaseColumns, ...columnsOf('timeline_phase', 'createdAt', 'updatedAt', 'version')])
      .where('timeline_id', '=', id)
      .orderBy('order_index')
      .execute(),
  ]);
  if (!row) return undefined;
  const completerIds = phases.flatMap(({ completedById }) => completedById ?? []);
  const [instances, members] = await Promise.all([findInstances(db, [row.frameworkInstanceId]), listPeople(db, completerIds)]);
  const frameworkInstance = instanceIn(instances, row.frameworkInstanceId);
  const template: Template = requireTemplate(frameworkInstance.framework, row.templateId);
  const readProgress = createProgressReader(db, staffDomains);
  const readPercent = async (type: Schemas['TimelineCompletionType']) =>
    row.status === 'active' && isMeasured(type) ? percentOf(await readProgress(type, row.frameworkInstanceId)) : null;
  return {
    ...row,
    frameworkInstance,
    template,
    phases: await Promise.all(
      phases.map(async (phase) => ({
        ...phase,
        instanceId: id,
        completedBy: members.find((member) => member.id === phase.completedById) ?? null,
        completionPercent: await readPercent(phase.completionType),
      })),
    ),
  };
}

async function listPeople(db: OrganizationDatabase, userIds: readonly string[]) {
  return userIds.length ? db.selectFrom('member').select(['user_id as id', 'name', 'email']).where('user_id', 'in', userIds).execute() : [];
}
