/** Progress of each adopted framework (frameworks, rule 1). */
import { type AliasedRawBuilder, sql } from 'kysely';
import type { FormType } from '#domain/evidence-forms/count';
import { listLatestSubmissionTimes, listNotRelevantForms } from '#domain/evidence-forms/status';
import { isMapInScope } from '#domain/frameworks/scope';
import { doneStatuses } from '#domain/tasks/status';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Params, PreparedQuery } from '#platform/database/prepared';
import { scoreOf } from '../rules/scores.ts';

/** Counts of the contents of an adopted framework, and its score. */
export interface FrameworkProgress {
  readonly controlCount: number;
  readonly policyCount: number;
  readonly taskCount: number;
  readonly documentTypeCount: number;
  /** In percent. */
  readonly complianceScore: number;
}

type Kind = 'controls' | 'policies' | 'tasks' | 'form';
const as = (kind: Kind): AliasedRawBuilder<Kind, 'kind'> => sql<Kind>`${sql.lit(kind)}`.as('kind');
const count = sql<number>`count(*)::integer`;
const noForm = sql<FormType | null>`null::text`.as('form');

/**
 * Counts the controls of each instance, its distinct policies and tasks with those that are done, and its forms.
 * Counting in the database saves reading all records of the organization.
 */
const counted = new PreparedQuery((db, param: Params<{ readonly instanceIds: readonly string[] }>) =>
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
    .select(['used.instance', as('controls'), count.as('total'), sql<number>`0`.as('done'), noForm])
    .groupBy('used.instance')
    .unionAll((eb) =>
      eb
        .selectFrom((carried) =>
          carried
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
          as('policies'),
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
        .selectFrom((carried) =>
          carried
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
          as('tasks'),
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
          as('form'),
          sql<number>`1`.as('total'),
          sql<number>`0`.as('done'),
          sql<FormType | null>`link.form_type`.as('form'),
        ])
        .distinct(),
    ),
);

const nothing = { total: 0, done: 0 } as const;

/** Finds the progress of instances by instance id. */
export async function findProgress(
  db: OrganizationDatabase,
  instanceIds: readonly string[],
  now: Date,
): Promise<Map<string, FrameworkProgress>> {
  if (!instanceIds.length) return new Map();
  const [rows, latest, notRelevant] = await Promise.all([
    db.run(counted, { instanceIds }),
    listLatestSubmissionTimes(db),
    listNotRelevantForms(db),
  ]);
  const byInstance = Map.groupBy(rows, ({ instance }) => instance);
  return new Map(
    instanceIds.map((id) => {
      const own = byInstance.get(id) ?? [];
      const share = (kind: Kind) => own.find((row) => row.kind === kind) ?? nothing;
      const [policies, tasks, forms] = [share('policies'), share('tasks'), own.flatMap(({ form }) => form ?? [])];
      const progress = {
        controlCount: share('controls').total,
        policyCount: policies.total,
        taskCount: tasks.total,
        documentTypeCount: forms.length,
        complianceScore: scoreOf({ policies, tasks, forms }, latest, notRelevant, now),
      };
      return [id, progress];
    }),
  );
}
