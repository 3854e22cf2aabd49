/** The structure of a declarative check (spec/areas/evidence/task-automations, Declarative check). */

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
  /** JSON; undefined for operators without a value. */
  readonly value?: unknown;
}

export interface CheckRequest {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Identifies a check of a connection. */
export interface CheckReference {
  readonly connectionId: string;
  readonly checkId: string;
}

export interface DeclarativeCheck {
  /** The examined document: the answer to a request, or the latest run of a check. */
  readonly source: { readonly request: CheckRequest } | { readonly check: CheckReference };
  /** Paths to values, by the names under which the values are stored. */
  readonly extract: Readonly<Record<string, string>>;
  readonly criteria: readonly Criterion[];
  readonly combine: 'all' | 'any';
}

/** A criterion with its result. */
export interface EvaluatedCriterion extends Criterion {
  readonly holds: boolean;
  /** The value at the path, as JSON without secrets, truncated; null when the path matched nothing. */
  readonly found: string | null;
}

/** The result of a check. */
export interface CheckResult {
  readonly values: Readonly<Record<string, unknown>>;
  readonly criteria: readonly EvaluatedCriterion[];
}
