/** The history of a risk, derived from the values before each change. */
import type { PersonName } from './data/people.ts';
import type { RiskData, RiskState } from './data/risks/risk.ts';

/** A state of the risk, with the time when it began and the person who caused it. */
export interface Chapter extends RiskState {
  readonly ago: number;
  readonly by: PersonName;
}

const complianceLead = 'noor';

export type History = readonly [Chapter, ...Chapter[]];

/** A risk that is being created. */
export interface Draft {
  readonly id: string;
  readonly data: RiskData;
  readonly history: History;
  readonly taskIds: readonly string[];
  /** The time when a chapter of the history began. */
  readonly momentOf: (chapter: Chapter) => string;
}

/** Oldest first: the creation, then each change. */
export function historyOf({ created, changes = [], ...today }: RiskData): History {
  let { status, inherent, residual, owner, plan }: RiskState = today;
  const later: Chapter[] = [];
  for (const { ago, by = complianceLead, was } of changes.toReversed()) {
    later.unshift({ ago, by, status, inherent, residual, owner, plan });
    ({ status, inherent, residual, owner, plan } = { status, inherent, residual, owner, plan, ...was });
  }
  return [{ ago: created, by: complianceLead, status, inherent, residual, owner, plan }, ...later];
}

/** The state at that time. */
export function stateOf([first, ...later]: History, ago: number): RiskState {
  return later.findLast((chapter) => chapter.ago >= ago) ?? first;
}
