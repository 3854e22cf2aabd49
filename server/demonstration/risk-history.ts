/** The life of a risk, worked out from what the data say it was before each change. */
import type { PersonName } from './data/people.ts';
import type { RiskData, RiskState } from './data/risks/risk.ts';

/** From when on it was so, who made it so, and how it was. */
export interface Chapter extends RiskState {
  readonly ago: number;
  readonly by: PersonName;
}

const complianceLead = 'noor';

export type History = readonly [Chapter, ...Chapter[]];

/** A risk in the making. */
export interface Draft {
  readonly id: string;
  readonly data: RiskData;
  readonly history: History;
  readonly taskIds: readonly string[];
  /** When a chapter of its history began. */
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

/** How it was then. */
export function stateOf([first, ...later]: History, ago: number): RiskState {
  return later.findLast((chapter) => chapter.ago >= ago) ?? first;
}
