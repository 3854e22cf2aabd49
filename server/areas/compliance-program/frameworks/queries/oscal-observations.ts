/** Queries the observations for the assessment results of a framework (frameworks, rule 34). */
import type { OscalControl, OscalObservation } from '../documents/oscal/program.ts';
import { groupByKeys } from '../documents/oscal/group-by-keys.ts';
import { selectLatestRuns, type EvidenceCheck, evidenceChecksOf } from '#domain/tasks/check-results';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { WithChangeTimes } from './oscal.ts';

/** Lists observations of tasks, evidence and checks. @param withChecks whether the reader may read results of integration checks */
export async function listObservations(
  db: OrganizationDatabase,
  controls: readonly OscalControl[],
  withChecks: boolean,
): Promise<WithChangeTimes<readonly OscalObservation[]>> {
  const tasks = await observeTasks(db, controls);
  const [formObservations, checkObservations] = await Promise.all([
    observeForms(db, controls),
    withChecks ? observeChecks(db, tasks.data) : [],
  ]);
  const taskObservations = tasks.data.map(({ observation }) => observation);
  return {
    data: [...taskObservations, ...formObservations, ...checkObservations],
    changeTimes: [...tasks.changeTimes, ...[...formObservations, ...checkObservations].map(({ collectedAt }) => collectedAt)],
  };
}

interface ObservedTask {
  readonly templateId: string | null;
  readonly observation: OscalObservation;
}

async function observeTasks(
  db: OrganizationDatabase,
  controls: readonly OscalControl[],
): Promise<WithChangeTimes<readonly ObservedTask[]>> {
  const controlsByTask = groupByKeys(controls, ({ taskIds }) => taskIds);
  if (!controlsByTask.size) return { data: [], changeTimes: [] };
  const rows = await db
    .selectFrom('task')
    .select(['id', 'title', 'description', 'status', 'automation_status', 'task_template_id', 'last_completed_at', 'updated_at'])
    .where('id', 'in', [...controlsByTask.keys()])
    .where('archived_at', 'is', null)
    .orderBy('title')
    .orderBy('id')
    .execute();
  const observedTasks = rows.map((task) => ({
    templateId: task.task_template_id,
    observation: {
      recordKey: ['task', task.id] as const,
      title: `Task: ${task.title}`,
      description: task.description,
      method: task.automation_status === 'automated' ? ('TEST' as const) : ('EXAMINE' as const),
      collectedAt: task.last_completed_at ?? task.updated_at,
      status: task.status,
      controlIds: (controlsByTask.get(task.id) ?? []).map(({ id }) => id),
    },
  }));
  return { data: observedTasks, changeTimes: rows.map(({ updated_at }) => updated_at) };
}

/** Returns an observation for the latest submission of each form. */
async function observeForms(db: OrganizationDatabase, controls: readonly OscalControl[]): Promise<OscalObservation[]> {
  const controlsByForm = groupByKeys(controls, ({ formTypes }) => formTypes);
  if (!controlsByForm.size) return [];
  const rows = await db
    .selectFrom('evidence_submission')
    .distinctOn('form_type')
    .select(['id', 'form_type', 'submitted_at', 'status'])
    .orderBy('form_type')
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, form_type, submitted_at, status }) => {
    const controlsOfForm = controlsByForm.get(form_type);
    const title = `Evidence: ${form_type.replaceAll('-', ' ')}`;
    return controlsOfForm
      ? {
          recordKey: ['evidence', id] as const,
          title,
          description: title,
          method: 'EXAMINE' as const,
          collectedAt: submitted_at,
          status,
          controlIds: controlsOfForm.map((control) => control.id),
        }
      : [];
  });
}

/** Returns an observation for the latest finished run of each check in each connection, if the check gives evidence for a task. */
async function observeChecks(db: OrganizationDatabase, tasks: readonly ObservedTask[]): Promise<OscalObservation[]> {
  const keyOf = ({ provider, checkId }: EvidenceCheck) => `${provider} ${checkId}`;
  const tasksWithChecks = tasks.map((task) => ({ ...task, sources: task.templateId === null ? [] : evidenceChecksOf(task.templateId) }));
  const distinctChecks = [
    ...new Map(tasksWithChecks.flatMap((task) => task.sources.map((check) => [keyOf(check), check] as const))).values(),
  ];
  if (!distinctChecks.length) return [];
  const tasksByCheck = groupByKeys(tasksWithChecks, (task) => task.sources.map(keyOf));
  const rows = await selectLatestRuns(db, distinctChecks)
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
    recordKey: ['check', run.id] as const,
    title: `Check: ${run.check_name}`,
    description: `${run.passed_count} of ${run.total_checked} passed (${run.provider})`,
    method: 'TEST' as const,
    collectedAt: run.completed_at ?? run.created_at,
    status: run.status,
    controlIds: [
      ...new Set(
        (tasksByCheck.get(keyOf({ provider: run.provider, checkId: run.check_id })) ?? []).flatMap(
          ({ observation }) => observation.controlIds,
        ),
      ),
    ],
  }));
}
