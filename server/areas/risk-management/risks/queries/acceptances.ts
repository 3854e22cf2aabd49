/** Queries for acceptances of the residual risk. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, ofMember } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { computedBy } from '#platform/database/sort-keys';
import { levelLabels } from '#domain/ratings/levels';
import { ratingOf } from '../rules/rating.ts';
import type { NewAcceptance } from '#domain/ratings/acceptance';
import { findBands } from '#domain/ratings/bands';

type RiskAcceptance = components['schemas']['RiskAcceptance'];

/** The residual rating of a risk, which an acceptance copies and is later compared with, and the assignee of the risk. */
export interface RatedRisk {
  readonly id: string;
  readonly assigneeId: string | null;
  readonly residual_probability: number;
  readonly residual_impact: number;
  readonly residualAssessed: boolean;
}

const selectRating = (db: OrganizationDatabase, id: string) =>
  db
    .selectFrom('risk')
    .select([...columnsOf('risk', 'id', 'assigneeId', 'residualAssessed'), 'residual_probability', 'residual_impact'])
    .where('id', '=', id);

export function findRating(db: OrganizationDatabase, id: string): Promise<RatedRisk | undefined> {
  return selectRating(db, id).executeTakeFirst();
}

/** Locks a risk until the transaction ends. @returns undefined if the risk does not exist */
export function lockRating(db: OrganizationDatabase, id: string): Promise<RatedRisk | undefined> {
  return selectRating(db, id).forUpdate().executeTakeFirst();
}

const columns = [
  ...columnsOf(
    'risk_acceptance',
    'id',
    'riskId',
    'acceptedById',
    'acceptedByName',
    'recordedById',
    'recordedByName',
    'notes',
    'createdAt',
    'level',
  ),
  'residual_probability',
  'residual_impact',
] as const;

const sortKeys = { createdAt: 'risk_acceptance.created_at', level: computedBy('level_place', 'risk_acceptance.level') } as const;

const acceptances = PagedList.of((db, param: Params<{ readonly riskId: string }>) =>
  db.selectFrom('risk_acceptance').select(columns).where('risk_id', '=', param('riskId')),
).filteredBy<FilterOf<'listRiskAcceptances'>>({
  acceptedById: ofMember('risk_acceptance.accepted_by_id'),
  ids: anyOf('risk_acceptance.id'),
});

export async function listAcceptances(
  db: OrganizationDatabase,
  risk: RatedRisk,
  filter: FilterOf<'listRiskAcceptances'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<RiskAcceptance>> {
  const order = { by: sortKeys[page.sortBy], id: 'risk_acceptance.id' } as const;
  return mapPage(await acceptances.page(db, { riskId: risk.id, ...filter }, order, page), (row) => acceptanceOf(risk, row));
}

/** Stores an acceptance with a copy of the rating. The caller must have locked the risk, so that the rating is current (risks, rule 6). */
export async function insertAcceptance(
  db: OrganizationDatabase,
  risk: RatedRisk,
  { acceptedBy, recordedBy, notes }: NewAcceptance,
): Promise<RiskAcceptance> {
  const { residual_probability, residual_impact, residualAssessed: isAssessed } = risk;
  const bands = await findBands(db);
  const row = await db
    .insertInto('risk_acceptance')
    .values({
      id: newId('rska'),
      risk_id: risk.id,
      accepted_by_id: acceptedBy.id,
      accepted_by_name: acceptedBy.name,
      recorded_by_id: recordedBy.id,
      recorded_by_name: recordedBy.name,
      notes,
      residual_probability,
      residual_impact,
      level: ratingOf({ probability: residual_probability, impact: residual_impact, assessed: isAssessed }, bands).level,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return acceptanceOf(risk, row);
}

/** @returns the acceptance. Its level is the level at the time of the acceptance, even if the bands have changed since. */
function acceptanceOf(risk: RatedRisk, row: Omit<RiskAcceptance, 'levelLabel' | 'stale'>): RiskAcceptance {
  return {
    ...row,
    levelLabel: levelLabels[row.level],
    stale: row.residual_probability !== risk.residual_probability || row.residual_impact !== risk.residual_impact,
  };
}
