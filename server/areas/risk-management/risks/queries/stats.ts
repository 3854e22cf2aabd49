/** Computes statistics of the risk register. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { selectVisibleRisks } from './risks.ts';
import { findBands } from '#domain/ratings/bands';
import { heatMapStepOf, ratingOf } from '../rules/rating.ts';

type Schemas = components['schemas'];

export async function findRiskStats(db: OrganizationDatabase, restrictedTo: string | undefined): Promise<Schemas['RiskStats']> {
  const [risks, bands] = await Promise.all([
    selectVisibleRisks(db, restrictedTo)
      .select(['status', 'category', 'probability', 'impact', 'residual_probability', 'residual_impact', 'assignee_id'])
      .select(['inherent_assessed', 'residual_assessed'])
      .select(sql<boolean>`status in ('open', 'pending') and coalesce(review_due_at < now(), false)`.as('isOverdue'))
      .execute(),
    findBands(db),
  ]);
  const zeroCounts = () => ({ very_low: 0, low: 0, medium: 0, high: 0, very_high: 0 });
  const stats = {
    total: risks.length,
    byStatus: { open: 0, pending: 0, closed: 0, archived: 0 },
    byCategory: {
      customer: 0,
      fraud: 0,
      governance: 0,
      operations: 0,
      other: 0,
      people: 0,
      regulatory: 0,
      reporting: 0,
      resilience: 0,
      technology: 0,
      vendor_management: 0,
    },
    byLevel: { inherent: zeroCounts(), residual: zeroCounts() },
    notAssessed: { inherent: 0, residual: 0 },
    reviewOverdue: 0,
    unassigned: 0,
  };
  const heatMapCells = new Map<string, Schemas['RiskStats']['heatMap'][number]>();
  for (const risk of risks) {
    stats.byStatus[risk.status] += 1;
    stats.byCategory[risk.category] += 1;
    if (risk.assignee_id === null) stats.unassigned += 1;
    if (risk.isOverdue) stats.reviewOverdue += 1;
    const inherent = ratingOf({ probability: risk.probability, impact: risk.impact, assessed: risk.inherent_assessed }, bands);
    const residualRisk = { probability: risk.residual_probability, impact: risk.residual_impact, assessed: risk.residual_assessed };
    const residual = ratingOf(residualRisk, bands);
    if (inherent.assessed) stats.byLevel.inherent[inherent.level] += 1;
    else stats.notAssessed.inherent += 1;
    if (!residual.assessed) {
      stats.notAssessed.residual += 1;
      continue;
    }
    stats.byLevel.residual[residual.level] += 1;
    const [probability, impact] = [heatMapStepOf(residualRisk.probability), heatMapStepOf(residualRisk.impact)];
    const cell = heatMapCells.get(`${probability} ${impact}`) ?? { probability, impact, count: 0 };
    cell.count += 1;
    heatMapCells.set(`${probability} ${impact}`, cell);
  }
  return { ...stats, heatMap: [...heatMapCells.values()].sort((a, b) => a.probability - b.probability || a.impact - b.impact) };
}

/** Counts the risks of each assignee. @returns the counts, sorted by the name of the assignee */
export async function findStatsByAssignee(
  db: OrganizationDatabase,
  restrictedTo: string | undefined,
): Promise<Schemas['RiskStatsByAssignee'][]> {
  const assignees = await selectVisibleRisks(db, restrictedTo)
    .innerJoin('member', 'member.id', 'risk.assignee_id')
    .select(({ fn }) => {
      const count = (status: Schemas['RiskStatus']) => fn.countAll<number>().filterWhere('risk.status', '=', status);
      return [
        'member.id',
        'member.name',
        'member.email',
        'member.image',
        fn.countAll<number>().as('totalRisks'),
        count('open').as('openRisks'),
        count('pending').as('pendingRisks'),
        count('closed').as('closedRisks'),
        count('archived').as('archivedRisks'),
      ];
    })
    .groupBy(['member.id', 'member.name', 'member.email', 'member.image'])
    .orderBy('member.name')
    .orderBy('member.id')
    .execute();
  return assignees.map(({ id, name, email, image, ...counts }) => ({ id, user: { name, email, image }, ...counts }));
}

/** The order of the departments. */
const departmentOrder: Readonly<Record<Schemas['Department'], number>> = { none: 0, admin: 1, gov: 2, hr: 3, it: 4, itsm: 5, qms: 6 };

/** Counts the risks of each department. @returns the counts in the order of the departments in the contract */
export async function findStatsByDepartment(
  db: OrganizationDatabase,
  restrictedTo: string | undefined,
): Promise<Schemas['RiskStatsByDepartment'][]> {
  const counts = await selectVisibleRisks(db, restrictedTo)
    .select(({ fn }) => ['department' as const, fn.countAll<number>().as('count')])
    .groupBy('department')
    .execute();
  return counts.sort((a, b) => departmentOrder[a.department] - departmentOrder[b.department]);
}
