/** Types of a declarative check and its result (spec/areas/evidence/task-automations, Declarative check). */

export const operators = [
  'equals',
  'notEquals',
  'greaterThan',
  'lessThan',
  'contains',
  'matches',
  'exists',
  'absent',
  'before',
  'after',
] as const;
export type Operator = (typeof operators)[number];

export interface Criterion {
  readonly path: string;
  readonly operator: Operator;
  /** A JSON value; undefined for operators without a value. */
  readonly value?: unknown;
}

export interface CheckRequest {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Identifies an integration check on a connection. */
export interface CheckReference {
  readonly connectionId: string;
  readonly checkId: string;
}

export interface DeclarativeCheck {
  /** Where the examined document comes from: the response to a request, or the latest run of an integration check. */
  readonly source: { readonly request: CheckRequest } | { readonly check: CheckReference };
  /** A map from the name under which a value is stored to the path of the value in the document. */
  readonly extract: Readonly<Record<string, string>>;
  readonly criteria: readonly Criterion[];
  readonly combine: 'all' | 'any';
}

/** A criterion with its result. */
export interface EvaluatedCriterion extends Criterion {
  readonly holds: boolean;
  /** The beginning of the value at the path, as JSON without secrets; null if the path matched nothing. */
  readonly found: string | null;
}

/** The result of a check. */
export interface CheckResult {
  readonly values: Readonly<Record<string, unknown>>;
  readonly criteria: readonly EvaluatedCriterion[];
}
