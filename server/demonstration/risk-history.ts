/** Derives the history of a risk from its current state and the values before each change. */
import type { PersonName } from './data/people.ts';
import type { RiskData, RiskState } from './data/risks/risk.ts';

/** A state of the risk, the number of days ago when the state began, and the person who caused the state. */
export interface Chapter extends RiskState {
  readonly ago: number;
  readonly by: PersonName;
}

const complianceLead = 'noor';

export type History = readonly [Chapter, ...Chapter[]];

/** The data from which the rows of a risk are created. */
export interface RiskDraft {
  readonly id: string;
  readonly data: RiskData;
  readonly history: History;
  readonly taskIds: readonly string[];
  /** Returns the time when a chapter of the history began. */
  readonly startOfChapter: (chapter: Chapter) => string;
}

/** Returns the states of a risk, oldest first: the state at the creation, followed by the state after each change. */
export function historyOf({ created, changes = [], ...currentState }: RiskData): History {
  let { status, inherent, residual, owner, plan }: RiskState = currentState;
  const laterChapters: Chapter[] = [];
  for (const { ago, by = complianceLead, was } of changes.toReversed()) {
    laterChapters.unshift({ ago, by, status, inherent, residual, owner, plan });
    ({ status, inherent, residual, owner, plan } = { status, inherent, residual, owner, plan, ...was });
  }
  return [{ ago: created, by: complianceLead, status, inherent, residual, owner, plan }, ...laterChapters];
}

/** Returns the state of a risk a number of days ago. */
export function stateOf([first, ...laterChapters]: History, ago: number): RiskState {
  return laterChapters.findLast((chapter) => chapter.ago >= ago) ?? first;
}
