/** Finds the record of a comment or file: a risk, or a mitigation task of it, by its title. */
import type { RiskRows } from './risks.ts';
import { required } from './named.ts';

export interface Place {
  readonly risk: string;
  readonly item?: string;
}

/** @returns its id, and its entity type in the log */
export function recordAt({ risks, work }: RiskRows, { risk, item }: Place) {
  const riskId = required(
    risks.find(({ title }) => title === risk),
    risk,
  ).id;
  if (item === undefined) return { entityType: 'risk', entityId: riskId } as const;
  return {
    entityType: 'task',
    entityId: required(
      work.find(({ risk_id: of, title }) => of === riskId && title === item),
      item,
    ).id,
  } as const;
}
