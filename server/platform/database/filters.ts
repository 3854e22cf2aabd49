/**
 * What the filters of a list ask of its query: one rule for each parameter of the operation, so that none is forgotten and none is
 * written twice. A rule is given the place of the value and not the value, so that a list is built once for each set of filters.
 */
import {
  type Expression,
  expressionBuilder,
  type ExpressionBuilder,
  type ExtractTypeFromReferenceExpression,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { containing } from './patterns.ts';

/** A condition of its own, for what the builders below do not say. */
export type Condition<DB, TB extends keyof DB, Value> = (eb: ExpressionBuilder<DB, TB>, place: RawBuilder<Value>) => Expression<SqlBool>;

export interface Rule<DB, TB extends keyof DB, Value> {
  /** The condition on rows, if this value asks for one; of the value it may know no more than its shape. */
  readonly where: (eb: ExpressionBuilder<DB, TB>, place: RawBuilder<Value>, value: Value) => Expression<SqlBool> | undefined;
  /** The condition when the request does not have the filter. */
  readonly otherwise?: ((eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>) | undefined;
  /** What is sent to the database in place of the value. */
  readonly sent?: ((value: Value) => unknown) | undefined;
  /** What of the value says how the query is built: for each shape there is one. */
  readonly shapeOf?: ((value: Value) => unknown) | undefined;
}

/** One rule for each filter, whose columns take its values. */
export type Filters<Filter, DB, TB extends keyof DB> = {
  readonly [Name in keyof Filter]-?: Rule<DB, TB, NonNullable<Filter[Name]>> | Condition<DB, TB, NonNullable<Filter[Name]>>;
};

type TypeOf<DB, TB extends keyof DB, Column> = ExtractTypeFromReferenceExpression<DB, TB, Column>;

/** @returns the rule of a list of values: the column has one of them */
export function anyOf<DB, TB extends keyof DB, Column extends StringReference<DB, TB>>(
  column: Column,
): Rule<DB, TB, readonly TypeOf<DB, TB, Column>[]> {
  return { where: (eb, place) => sql<SqlBool>`${eb.ref(column)} = any(${place})` };
}

/** @returns the rule of one value: the column has it */
export function is<DB, TB extends keyof DB, Column extends StringReference<DB, TB>>(column: Column): Rule<DB, TB, TypeOf<DB, TB, Column>> {
  return { where: (eb, place) => sql<SqlBool>`${eb.ref(column)} = ${place}` };
}

/** @returns the rule of a text: one of the columns has it somewhere, in any case */
export function contains<DB, TB extends keyof DB>(...columns: StringReference<DB, TB>[]): Rule<DB, TB, string> {
  return { where: (eb, place) => eb.or(columns.map((column) => sql<SqlBool>`${eb.ref(column)} ilike ${place}`)), sent: containing };
}

/** @returns the rule of a text that an expression of one's own is compared with, as a pattern of what has it somewhere */
export function matches<DB, TB extends keyof DB>(condition: Condition<DB, TB, string>): Rule<DB, TB, string> {
  return { where: condition, sent: containing };
}

/** @returns the rule of a time or a day, whose midnight in UTC is meant: the column has it or a later one */
export function from<DB, TB extends keyof DB>(column: StringReference<DB, TB>): Rule<DB, TB, string> {
  return { where: (eb, place) => sql<SqlBool>`${eb.ref(column)} >= ${place}` };
}

/** @returns the rule of a time or a day, whose midnight in UTC is meant: the column has it or an earlier one */
export function until<DB, TB extends keyof DB>(column: StringReference<DB, TB>): Rule<DB, TB, string> {
  return { where: (eb, place) => sql<SqlBool>`${eb.ref(column)} <= ${place}` };
}

/**
 * A rule whose query is another one for other values. There are few of them, as one is kept for each.
 * @param shapeOf what of a value the condition depends on, as it goes into JSON
 * @param where the condition for it, if there is one
 */
export function dependingOn<DB, TB extends keyof DB, Value, Shape>(
  shapeOf: (value: Value) => Shape,
  where: (eb: ExpressionBuilder<DB, TB>, shape: Shape, place: RawBuilder<Value>) => Expression<SqlBool> | undefined,
): Rule<DB, TB, Value> {
  return { where: (eb, place, value) => where(eb, shapeOf(value), place), shapeOf };
}

/** @returns the rule, with a condition for requests that do not have the filter */
export function orElse<DB, TB extends keyof DB, Value>(
  rule: Rule<DB, TB, Value> | Condition<DB, TB, Value>,
  otherwise: (eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>,
): Rule<DB, TB, Value> {
  return { ...ruleOf(rule), otherwise };
}

/** @returns the rule of a request for more: the condition holds unless the value is true */
export function unlessTrue<DB, TB extends keyof DB>(
  condition: (eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>,
): Rule<DB, TB, boolean> {
  return orElse(
    dependingOn(
      (isTrue) => isTrue,
      (eb, isTrue) => (isTrue ? undefined : condition(eb)),
    ),
    condition,
  );
}

/** What a request's filters come to. */
export interface Reading {
  /** The same for requests that one query answers. */
  readonly shape: string;
  /** What is sent in place of values, by the names of the filters. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** @param values those of the request; a filter without one is not asked for */
export function readingOf<Filter extends object, DB, TB extends keyof DB>(filters: Filters<Filter, DB, TB>, values: Filter): Reading {
  const shape: unknown[] = [];
  const sent: Record<string, unknown> = {};
  for (const name in filters) {
    const [rule, value] = [ruleOf(filters[name]), values[name]];
    if (value === undefined || value === null) continue;
    shape.push(name, rule.shapeOf?.(value));
    if (rule.sent) sent[name] = rule.sent(value);
  }
  return { shape: JSON.stringify(shape), sent };
}

/** @returns the query with the conditions of the filters that the values have @param placeOf where the value of a filter will be */
export function filtered<Filter extends object, DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  filters: Filters<Filter, DB, TB>,
  values: Filter,
  placeOf: (name: keyof Filter) => RawBuilder<unknown>,
): SelectQueryBuilder<DB, TB, Row> {
  const eb = expressionBuilder<DB, TB>();
  let narrowed = query;
  for (const name in filters) {
    const [rule, value] = [ruleOf(filters[name]), values[name]];
    const condition =
      value === undefined || value === null
        ? rule.otherwise?.(eb)
        : rule.where(eb, placeOf(name).$castTo<NonNullable<Filter[typeof name]>>(), value);
    if (condition) narrowed = narrowed.where(condition);
  }
  return narrowed;
}

function ruleOf<DB, TB extends keyof DB, Value>(rule: Rule<DB, TB, Value> | Condition<DB, TB, Value>): Rule<DB, TB, Value> {
  return typeof rule === 'function' ? { where: rule } : rule;
}
