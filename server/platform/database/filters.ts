/**
 * Declares a list's filters, exactly one rule per parameter of the operation. A rule gets a placeholder instead of the
 * value, so that a list's query is built once for each set of filters.
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
import { containsPattern } from './patterns.ts';

/** A custom condition, for filters that the builders below cannot express. */
export type Condition<DB, TB extends keyof DB, Value> = (
  eb: ExpressionBuilder<DB, TB>,
  placeholder: RawBuilder<Value>,
) => Expression<SqlBool>;

export interface Rule<DB, TB extends keyof DB, Value> {
  /**
   * Returns the condition on rows, or undefined if this value needs none. The prepared query is reused for other values, so the condition
   * may depend on the value only through `shapeOf`.
   */
  readonly where: (eb: ExpressionBuilder<DB, TB>, placeholder: RawBuilder<Value>, value: Value) => Expression<SqlBool> | undefined;
  /** The condition when the request lacks the filter. */
  readonly otherwise?: ((eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>) | undefined;
  /** Converts the value to the parameter that is passed to the database. */
  readonly sent?: ((value: Value) => unknown) | undefined;
  /**
   * Returns the part of the value that changes the SQL (its shape). Values with equal shapes share one prepared query. Without this
   * function, the SQL is the same for all values.
   */
  readonly shapeOf?: ((value: Value) => unknown) | undefined;
}

/** One rule per filter, whose columns match the types of its values. */
export type Filters<Filter, DB, TB extends keyof DB> = {
  readonly [Name in keyof Filter]-?: Rule<DB, TB, NonNullable<Filter[Name]>> | Condition<DB, TB, NonNullable<Filter[Name]>>;
};

type TypeOf<DB, TB extends keyof DB, Column> = ExtractTypeFromReferenceExpression<DB, TB, Column>;

/** @returns a rule for a list of values: the column equals one of them */
export function anyOf<DB, TB extends keyof DB, Column extends StringReference<DB, TB>>(
  column: Column,
): Rule<DB, TB, readonly TypeOf<DB, TB, Column>[]> {
  return { where: (eb, placeholder) => sql<SqlBool>`${eb.ref(column)} = any(${placeholder})` };
}

/** @returns a rule for one value: the column equals it */
export function equals<DB, TB extends keyof DB, Column extends StringReference<DB, TB>>(
  column: Column,
): Rule<DB, TB, TypeOf<DB, TB, Column>> {
  return { where: (eb, placeholder) => sql<SqlBool>`${eb.ref(column)} = ${placeholder}` };
}

/** @returns a rule for the id of a member: the column equals it, or is null for `none`. The contract layer replaces `me` before. */
export function ofMember<DB, TB extends keyof DB>(column: StringReference<DB, TB>): Rule<DB, TB, string> {
  return dependingOn(
    (memberId) => memberId === 'none',
    (eb, isNone, placeholder) => (isNone ? sql<SqlBool>`${eb.ref(column)} is null` : sql<SqlBool>`${eb.ref(column)} = ${placeholder}`),
  );
}

/** @returns a rule like `ofMember` for several members */
export function ofMembers<DB, TB extends keyof DB>(column: StringReference<DB, TB>): Rule<DB, TB, readonly string[]> {
  return dependingOn(
    (memberIds) => memberIds.includes('none'),
    (eb, isNoneIncluded, placeholder) => {
      const isOneOf = sql<SqlBool>`${eb.ref(column)} = any(${placeholder})`;
      return isNoneIncluded ? eb.or([isOneOf, sql<SqlBool>`${eb.ref(column)} is null`]) : isOneOf;
    },
  );
}

/** @returns a rule for a text: one of the columns contains it, ignoring case */
export function contains<DB, TB extends keyof DB>(...columns: StringReference<DB, TB>[]): Rule<DB, TB, string> {
  return {
    where: (eb, placeholder) => eb.or(columns.map((column) => sql<SqlBool>`${eb.ref(column)} ilike ${placeholder}`)),
    sent: containsPattern,
  };
}

/** @returns a rule for a text with a custom condition, whose placeholder is the `ilike` pattern for texts that contain it */
export function matches<DB, TB extends keyof DB>(condition: Condition<DB, TB, string>): Rule<DB, TB, string> {
  return { where: condition, sent: containsPattern };
}

/** @returns a rule for a time, or a day (midnight UTC): the column is equal or later */
export function onOrAfter<DB, TB extends keyof DB>(column: StringReference<DB, TB>): Rule<DB, TB, string> {
  return { where: (eb, placeholder) => sql<SqlBool>`${eb.ref(column)} >= ${placeholder}` };
}

/** @returns a rule for a time, or a day (midnight UTC): the column is equal or earlier */
export function onOrBefore<DB, TB extends keyof DB>(column: StringReference<DB, TB>): Rule<DB, TB, string> {
  return { where: (eb, placeholder) => sql<SqlBool>`${eb.ref(column)} <= ${placeholder}` };
}

/**
 * Returns a rule whose SQL depends on the value. The value must have few shapes, because one query is kept for each shape.
 * @param shapeOf returns the part of the value that the condition depends on, as JSON-compatible data
 * @param where returns the condition for a shape, if any
 */
export function dependingOn<DB, TB extends keyof DB, Value, Shape>(
  shapeOf: (value: Value) => Shape,
  where: (eb: ExpressionBuilder<DB, TB>, shape: Shape, placeholder: RawBuilder<Value>) => Expression<SqlBool> | undefined,
): Rule<DB, TB, Value> {
  return { where: (eb, placeholder, value) => where(eb, shapeOf(value), placeholder), shapeOf };
}

/** @returns the rule, with a condition for requests without the filter */
export function orElse<DB, TB extends keyof DB, Value>(
  rule: Rule<DB, TB, Value> | Condition<DB, TB, Value>,
  otherwise: (eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>,
): Rule<DB, TB, Value> {
  return { ...ruleOf(rule), otherwise };
}

/** @returns a rule for a flag that includes more records: the condition applies unless the flag is true */
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

/** The evaluated filters of a request. */
export interface EvaluatedFilters {
  /** Equal for all requests that share a query. */
  readonly shape: string;
  /** Converted values, keyed by filter. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** @param values of the request; filters without a value are not applied */
export function evaluateFilters<Filter extends object, DB, TB extends keyof DB>(
  filters: Filters<Filter, DB, TB>,
  values: Filter,
): EvaluatedFilters {
  const shape: unknown[] = [];
  const parameters: Record<string, unknown> = {};
  for (const name in filters) {
    const [rule, value] = [ruleOf(filters[name]), values[name]];
    if (value === undefined || value === null) continue;
    shape.push(name, rule.shapeOf?.(value));
    if (rule.sent) parameters[name] = rule.sent(value);
  }
  return { shape: JSON.stringify(shape), sent: parameters };
}

/** @returns the query with the conditions of the given filters @param placeholderOf returns the placeholder of a filter's value */
export function applyFilters<Filter extends object, DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  filters: Filters<Filter, DB, TB>,
  values: Filter,
  placeholderOf: (name: keyof Filter) => RawBuilder<unknown>,
): SelectQueryBuilder<DB, TB, Row> {
  const eb = expressionBuilder<DB, TB>();
  let filteredQuery = query;
  for (const name in filters) {
    const [rule, value] = [ruleOf(filters[name]), values[name]];
    const condition =
      value === undefined || value === null
        ? rule.otherwise?.(eb)
        : rule.where(eb, placeholderOf(name).$castTo<NonNullable<Filter[typeof name]>>(), value);
    if (condition) filteredQuery = filteredQuery.where(condition);
  }
  return filteredQuery;
}

function ruleOf<DB, TB extends keyof DB, Value>(rule: Rule<DB, TB, Value> | Condition<DB, TB, Value>): Rule<DB, TB, Value> {
  return typeof rule === 'function' ? { where: rule } : rule;
}
