/** Finds the record of a comment or file by its title: a risk, or a mitigation task of a risk. */
import type { RiskRows } from './risks.ts';
import { required } from './named.ts';

export interface RecordName {
  readonly risk: string;
  readonly item?: string;
}

/** @returns the id of the record, and its entity type in audit entries */
export function findRecord({ risks, work }: RiskRows, { risk, item }: RecordName) {
  const riskId = required(
    risks.find(({ title }) => title === risk),
    risk,
  ).id;
  if (item === undefined) return { entityType: 'risk', entityId: riskId } as const;
  return {
    entityType: 'task',
    entityId: required(
      work.find(({ risk_id: riskIdOfItem, title }) => riskIdOfItem === riskId && title === item),
      item,
    ).id,
  } as const;
}
