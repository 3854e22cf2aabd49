/** Calculates the progress of each adopted framework (frameworks, rule 1). */
import { type AliasedRawBuilder, sql } from 'kysely';
import type { FormType } from '#domain/evidence-forms/count';
import { listLatestSubmissionTimes, listNotRelevantForms } from '#domain/evidence-forms/status';
import { isMapInScope } from '#domain/frameworks/scope';
import { doneStatuses } from '#domain/tasks/status';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Params, PreparedQuery } from '#platform/database/prepared';
import { scoreOf } from '../rules/scores.ts';

/** The counts of records in an adopted framework, and its score. */
export interface FrameworkProgress {
  readonly controlCount: number;
  readonly policyCount: number;
  readonly taskCount: number;
  readonly documentTypeCount: number;
  /** A percentage from 0 to 100. */
  readonly complianceScore: number;
}

type Kind = 'controls' | 'policies' | 'tasks' | 'form';
const kindColumn = (kind: Kind): AliasedRawBuilder<Kind, 'kind'> => sql<Kind>`${sql.lit(kind)}`.as('kind');
const count = sql<number>`count(*)::integer`;
const noForm = sql<FormType | null>`null::text`.as('form');

/**
 * Counts the controls, the distinct policies and tasks, and the done policies and tasks of each instance, and lists its forms.
 * The database counts, so that not all records of the organization have to be read.
 */
const progressQuery = new PreparedQuery((db, param: Params<{ readonly instanceIds: readonly string[] }>) =>
  db
    .with('used', (cte) =>
      cte
        .selectFrom('requirement_map as map')
        .innerJoin('control', 'control.id', 'map.control_id')
        .select(['map.framework_instance_id as instance', 'map.control_id as control'])
        .distinct()
        .where((eb) => eb('map.framework_instance_id', '=', eb.fn.any(param('instanceIds'))))
        .where('map.archived_at', 'is', null)
        .where('control.archived_at', 'is', null)
        .where(isMapInScope('map')),
    )
    .selectFrom('used')
    .select(['used.instance', kindColumn('controls'), count.as('total'), sql<number>`0`.as('done'), noForm])
    .groupBy('used.instance')
    .unionAll((eb) =>
      eb
        .selectFrom((subqueryBuilder) =>
          subqueryBuilder
            .selectFrom('used')
            .innerJoin('framework_control_policy as link', (join) =>
              join.onRef('link.framework_instance_id', '=', 'used.instance').onRef('link.control_id', '=', 'used.control'),
            )
            .select(['used.instance', 'link.policy_id as id'])
            .distinct()
            .as('carried'),
        )
        .innerJoin('policy', 'policy.id', 'carried.id')
        .select([
          'carried.instance',
          kindColumn('policies'),
          count.as('total'),
          sql<number>`count(*) filter (where policy.status = 'published')::integer`.as('done'),
          noForm,
        ])
        .where('policy.archived_at', 'is', null)
        .where('policy.is_archived', '=', false)
        .groupBy('carried.instance'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom((subqueryBuilder) =>
          subqueryBuilder
            .selectFrom('used')
            .innerJoin('framework_control_task as link', (join) =>
              join.onRef('link.framework_instance_id', '=', 'used.instance').onRef('link.control_id', '=', 'used.control'),
            )
            .select(['used.instance', 'link.task_id as id'])
            .distinct()
            .as('carried'),
        )
        .innerJoin('task', 'task.id', 'carried.id')
        .select([
          'carried.instance',
          kindColumn('tasks'),
          count.as('total'),
          sql<number>`count(*) filter (where task.status in (${sql.join(doneStatuses.map((status) => sql.lit(status)))}))::integer`.as(
            'done',
          ),
          noForm,
        ])
        .where('task.archived_at', 'is', null)
        .groupBy('carried.instance'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('used')
        .innerJoin('framework_control_document_type as link', (join) =>
          join.onRef('link.framework_instance_id', '=', 'used.instance').onRef('link.control_id', '=', 'used.control'),
        )
        .select([
          'used.instance',
          kindColumn('form'),
          sql<number>`1`.as('total'),
          sql<number>`0`.as('done'),
          sql<FormType | null>`link.form_type`.as('form'),
        ])
        .distinct(),
    ),
);

const zeroCounts = { total: 0, done: 0 } as const;

/** Calculates the progress of instances. @returns the progress by instance id */
export async function findProgress(
  db: OrganizationDatabase,
  instanceIds: readonly string[],
  now: Date,
): Promise<Map<string, FrameworkProgress>> {
  if (!instanceIds.length) return new Map();
  const [rows, latestSubmissionTimes, notRelevantForms] = await Promise.all([
    db.run(progressQuery, { instanceIds }),
    listLatestSubmissionTimes(db),
    listNotRelevantForms(db),
  ]);
  const rowsByInstance = Map.groupBy(rows, ({ instance }) => instance);
  return new Map(
    instanceIds.map((id) => {
      const rowsOfInstance = rowsByInstance.get(id) ?? [];
      const countsOfKind = (kind: Kind) => rowsOfInstance.find((row) => row.kind === kind) ?? zeroCounts;
      const [policies, tasks, forms] = [countsOfKind('policies'), countsOfKind('tasks'), rowsOfInstance.flatMap(({ form }) => form ?? [])];
      const progress = {
        controlCount: countsOfKind('controls').total,
        policyCount: policies.total,
        taskCount: tasks.total,
        documentTypeCount: forms.length,
        complianceScore: scoreOf({ policies, tasks, forms }, latestSubmissionTimes, notRelevantForms, now),
      };
      return [id, progress];
    }),
  );
}
