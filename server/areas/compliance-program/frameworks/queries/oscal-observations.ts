/** Observations of an assessment of a framework (frameworks, rule 34). */
import type { OscalControl, OscalObservation } from '../documents/oscal/program.ts';
import { groupByKeys } from '../documents/oscal/group-by-keys.ts';
import { selectLatestRuns, type EvidenceCheck, evidenceChecksOf } from '#domain/tasks/check-results';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Versioned } from './oscal.ts';

/** @param withChecks whether the reader may read results of integration checks */
export async function listObservations(
  db: OrganizationDatabase,
  controls: readonly OscalControl[],
  withChecks: boolean,
): Promise<Versioned<readonly OscalObservation[]>> {
  const tasks = await tasksOf(db, controls);
  const [forms, checks] = await Promise.all([formObservations(db, controls), withChecks ? checkObservations(db, tasks.found) : []]);
  const observations = tasks.found.map(({ observation }) => observation);
  return {
    found: [...observations, ...forms, ...checks],
    changed: [...tasks.changed, ...[...forms, ...checks].map(({ collected }) => collected)],
  };
}

interface OfTask {
  readonly templateId: string | null;
  readonly observation: OscalObservation;
}

async function tasksOf(db: OrganizationDatabase, controls: readonly OscalControl[]): Promise<Versioned<readonly OfTask[]>> {
  const carriers = groupByKeys(controls, ({ taskIds }) => taskIds);
  if (!carriers.size) return { found: [], changed: [] };
  const rows = await db
    .selectFrom('task')
    .select(['id', 'title', 'description', 'status', 'automation_status', 'task_template_id', 'last_completed_at', 'updated_at'])
    .where('id', 'in', [...carriers.keys()])
    .where('archived_at', 'is', null)
    .orderBy('title')
    .orderBy('id')
    .execute();
  const found = rows.map((task) => ({
    templateId: task.task_template_id,
    observation: {
      about: ['task', task.id] as const,
      title: `Task: ${task.title}`,
      description: task.description,
      method: task.automation_status === 'AUTOMATED' ? ('TEST' as const) : ('EXAMINE' as const),
      collected: task.last_completed_at ?? task.updated_at,
      status: task.status,
      controlIds: (carriers.get(task.id) ?? []).map(({ id }) => id),
    },
  }));
  return { found, changed: rows.map(({ updated_at }) => updated_at) };
}

/** The latest submission of each form. */
async function formObservations(db: OrganizationDatabase, controls: readonly OscalControl[]): Promise<OscalObservation[]> {
  const carriers = groupByKeys(controls, ({ formTypes }) => formTypes);
  if (!carriers.size) return [];
  const rows = await db
    .selectFrom('evidence_submission')
    .distinctOn('form_type')
    .select(['id', 'form_type', 'submitted_at', 'status'])
    .orderBy('form_type')
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, form_type, submitted_at, status }) => {
    const used = carriers.get(form_type);
    const title = `Evidence: ${form_type.replaceAll('-', ' ')}`;
    return used
      ? {
          about: ['evidence', id] as const,
          title,
          description: title,
          method: 'EXAMINE' as const,
          collected: submitted_at,
          status,
          controlIds: used.map((control) => control.id),
        }
      : [];
  });
}

/** The latest finished run of each check that gives evidence for one of the tasks, by connection. */
async function checkObservations(db: OrganizationDatabase, tasks: readonly OfTask[]): Promise<OscalObservation[]> {
  const keyOf = ({ provider, checkId }: EvidenceCheck) => `${provider} ${checkId}`;
  const tasksWithSources = tasks.map((task) => ({ ...task, sources: task.templateId === null ? [] : evidenceChecksOf(task.templateId) }));
  const sources = [...new Map(tasksWithSources.flatMap((task) => task.sources.map((source) => [keyOf(source), source] as const))).values()];
  if (!sources.length) return [];
  const served = groupByKeys(tasksWithSources, (task) => task.sources.map(keyOf));
  const rows = await selectLatestRuns(db, sources)
    .select([
      'r.id',
      'connection.provider',
      'r.check_id',
      'r.check_name',
      'r.status',
      'r.passed_count',
      'r.total_checked',
      'r.created_at',
      'r.completed_at',
    ])
    .execute();
  return rows.map((run) => ({
    about: ['check', run.id] as const,
    title: `Check: ${run.check_name}`,
    description: `${run.passed_count} of ${run.total_checked} passed (${run.provider})`,
    method: 'TEST' as const,
    collected: run.completed_at ?? run.created_at,
    status: run.status,
    controlIds: [
      ...new Set(
        (served.get(keyOf({ provider: run.provider, checkId: run.check_id })) ?? []).flatMap(({ observation }) => observation.controlIds),
      ),
    ],
  }));
}
