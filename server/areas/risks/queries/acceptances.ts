/** Queries about who accepted what remains of a risk. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { labels } from '../../../domain/ratings/levels.ts';
import { ratingOf } from '../rules/rating.ts';
import { findBands } from '../../../domain/ratings/bands.ts';

type RiskAcceptance = components['schemas']['RiskAcceptance'];

/** What an acceptance is measured by. */
export interface RatedRisk {
  readonly id: string;
  readonly assigneeId: string | null;
  readonly residual_probability: number;
  readonly residual_impact: number;
  readonly residualAssessed: boolean;
}

const rating = (db: OrganizationDatabase, id: string) =>
  db
    .selectFrom('risk')
    .select([...columnsOf('risk', 'id', 'assigneeId', 'residualAssessed'), 'residual_probability', 'residual_impact'])
    .where('id', '=', id);

export function findRating(db: OrganizationDatabase, id: string): Promise<RatedRisk | undefined> {
  return rating(db, id).executeTakeFirst();
}

/** @returns the rating, which stays as it is until the transaction ends */
export function lockRating(db: OrganizationDatabase, id: string): Promise<RatedRisk | undefined> {
  return rating(db, id).forUpdate().executeTakeFirst();
}

const columns = [
  ...columnsOf('risk_acceptance', 'id', 'riskId', 'acceptedById', 'acceptedByName', 'notes', 'createdAt', 'level'),
  'residual_probability',
  'residual_impact',
] as const;

const listed = PagedList.of((db, param: Params<{ readonly riskId: string }>) =>
  db.selectFrom('risk_acceptance').select(columns).where('risk_id', '=', param('riskId')),
);

export async function listAcceptances(db: OrganizationDatabase, risk: RatedRisk, page: PageRequest): Promise<Page<RiskAcceptance>> {
  return mapPage(await listed.page(db, { riskId: risk.id }, { by: 'created_at', id: 'id' }, page), (row) => acceptanceOf(risk, row));
}

/** @param risk held, so that what is copied is still so when the acceptance is kept (spec/areas/risks, rule 6) */
export async function insertAcceptance(
  db: OrganizationDatabase,
  risk: RatedRisk,
  by: { readonly id: string; readonly name: string },
  notes: string | null,
): Promise<RiskAcceptance> {
  const { residual_probability, residual_impact, residualAssessed: assessed } = risk;
  const bands = await findBands(db);
  const row = await db
    .insertInto('risk_acceptance')
    .values({
      id: newId('rska'),
      risk_id: risk.id,
      accepted_by_id: by.id,
      accepted_by_name: by.name,
      notes,
      residual_probability,
      residual_impact,
      level: ratingOf({ probability: residual_probability, impact: residual_impact, assessed }, bands).level,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return acceptanceOf(risk, row);
}

/** With the level of its day, whatever the bands are now. */
function acceptanceOf(risk: RatedRisk, row: Omit<RiskAcceptance, 'levelLabel' | 'stale'>): RiskAcceptance {
  return {
    ...row,
    levelLabel: labels[row.level],
    stale: row.residual_probability !== risk.residual_probability || row.residual_impact !== risk.residual_impact,
  };
}
