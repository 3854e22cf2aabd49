/** Filters controls by the linked records that the caller may read. */
import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import { isVisibleTo } from '#domain/policies/visible';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { Rule } from '#platform/database/filters';

type OfControl = ExpressionBuilder<TenantTables, 'control'>;

export interface LinkFilterValues<Wanted> {
  readonly wanted: readonly Wanted[];
  readonly reader: Reader;
}

/** The kinds of linked records that the caller may read. Other linked records do not count. */
interface Scope {
  readonly policies: boolean;
  readonly tasks: boolean;
  readonly requirements: boolean;
  readonly documentTypes: boolean;
  readonly isRestricted: boolean;
  readonly memberId: RawBuilder<string>;
}

/** @returns a filter rule whose condition depends on the links that the caller may read */
export function createLinkFilter<Wanted>(
  condition: (eb: OfControl, wanted: readonly Wanted[], scope: Scope) => Expression<SqlBool>,
): Rule<TenantTables, 'control', LinkFilterValues<Wanted>> {
  return {
    shapeOf: ({ wanted, reader }) => [wanted, readableLinks(reader)],
    sent: ({ reader }) => reader.memberId ?? '',
    where: (eb, parameter, { wanted, reader }) =>
      condition(eb, wanted, { ...readableLinks(reader), memberId: sql<string>`${parameter}::text` }),
  };
}

function readableLinks(reader: Reader) {
  return {
    policies: mayRead(reader, 'policy'),
    tasks: mayRead(reader, 'task'),
    requirements: mayRead(reader, 'requirement'),
    documentTypes: mayRead(reader, 'evidence_submission'),
    isRestricted: reader.restrictedTo !== undefined,
  };
}

export const requirementLinksOf = (eb: OfControl) =>
  eb
    .selectFrom('requirement_map')
    .select('requirement_map.id')
    .whereRef('requirement_map.control_id', '=', 'control.id')
    .where('requirement_map.archived_at', 'is', null);
const policyLinksOf = (eb: OfControl, { policies, memberId }: Scope) =>
  eb
    .selectFrom('control_policy')
    .innerJoin('policy', 'policy.id', 'control_policy.policy_id')
    .select('policy.id')
    .whereRef('control_policy.control_id', '=', 'control.id')
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .where((policyEb) =>
      policies
        ? policyEb(
            'policy.id',
            'in',
            policyEb
              .selectFrom('policy')
              .select('policy.id')
              .where((policy) => isVisibleTo(policy, memberId)),
          )
        : sql<SqlBool>`false`,
    );
const taskLinksOf = (eb: OfControl, { tasks, isRestricted, memberId }: Scope) =>
  eb
    .selectFrom('control_task')
    .innerJoin('task', 'task.id', 'control_task.task_id')
    .select('task.id')
    .whereRef('control_task.control_id', '=', 'control.id')
    .where('task.archived_at', 'is', null)
    .where((task) => (isRestricted ? task('task.assignee_id', '=', memberId) : sql<SqlBool>`${sql.lit(tasks)}`));
const documentTypeLinksOf = (eb: OfControl) =>
  eb.selectFrom('control_document_type').select('control_document_type.id').whereRef('control_document_type.control_id', '=', 'control.id');

/** Queries the readable links of each kind. The list and the detail of controls show the same links. */
export const linkQueries = {
  requirements: (eb: OfControl, { requirements }: Scope) => requirementLinksOf(eb).where(sql<SqlBool>`${sql.lit(requirements)}`),
  policies: policyLinksOf,
  tasks: taskLinksOf,
  document_types: (eb: OfControl, { documentTypes }: Scope) => documentTypeLinksOf(eb).where(sql<SqlBool>`${sql.lit(documentTypes)}`),
};

const isOpen = (eb: OfControl, scope: Scope) =>
  eb.or([
    eb.exists(policyLinksOf(eb, scope).where('policy.status', '!=', 'published')),
    eb.exists(taskLinksOf(eb, scope).where('task.status', 'not in', ['done', 'not_relevant'])),
  ]);
const isEmpty = (eb: OfControl, scope: Scope) => eb.not(eb.or([eb.exists(policyLinksOf(eb, scope)), eb.exists(taskLinksOf(eb, scope))]));
/** The condition of each completeness value. The conditions agree with the progress of a control (controls, rule 1). */
export const completenessConditions = {
  complete: (eb: OfControl, scope: Scope) => eb.not(eb.or([isOpen(eb, scope), isEmpty(eb, scope)])),
  incomplete: isOpen,
  empty: isEmpty,
};
