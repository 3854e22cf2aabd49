/** A declarative check as it is published (spec/areas/task-automations, Declarative check). */

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
  /** JSON; undefined where the operator takes none. */
  readonly value?: unknown;
}

export interface CheckRequest {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Names a check of a connection. */
export interface CheckReference {
  readonly connectionId: string;
  readonly checkId: string;
}

export interface DeclarativeCheck {
  /** What is looked at: the answer to a request, or the newest run of a check. */
  readonly source: { readonly request: CheckRequest } | { readonly check: CheckReference };
  /** Paths by the names under which their values are kept. */
  readonly extract: Readonly<Record<string, string>>;
  readonly criteria: readonly Criterion[];
  readonly combine: 'all' | 'any';
}

/** A criterion after it was applied. */
export interface AppliedCriterion extends Criterion {
  readonly holds: boolean;
  /** What the path led to, as JSON without secrets, cut; null when it led to nothing. */
  readonly found: string | null;
}

/** What a check has found. */
export interface Examined {
  readonly values: Readonly<Record<string, unknown>>;
  readonly criteria: readonly AppliedCriterion[];
}
