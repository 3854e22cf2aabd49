/** The highest score of each level, which an organization may set itself (spec/areas/risks, rule 2). */
import { expressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { components } from '../../../generated/api.d.ts';
import type { TenantTables } from '../../../generated/database.d.ts';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { PreparedQuery } from '../../platform/database/prepared.ts';
import { usualBands } from './levels.ts';

type Bands = components['schemas']['RiskRatingBands'];

const columns = columnsOf('risk_rating_bands', 'veryLow', 'low', 'medium', 'high');
const ownBands = new PreparedQuery((db) => db.selectFrom('risk_rating_bands').select(columns));

/** @returns those of the organization, or the usual ones */
export async function findBands(db: OrganizationDatabase): Promise<Bands> {
  const [bands] = await db.run(ownBands, {});
  return bands ?? usualBands;
}

/** The same as a column beside what is rated by them, which saves a question: null where the usual ones hold. */
export const bandsColumn = jsonObjectFrom(expressionBuilder<TenantTables>().selectFrom('risk_rating_bands').select(columns)).as('bands');

/** Writes are one after the other in an organization, so there is one row of them. */
export async function replaceBands(db: OrganizationDatabase, { veryLow, low, medium, high }: Bands): Promise<void> {
  const bands = { very_low: veryLow, low, medium, high };
  await db
    .insertInto('risk_rating_bands')
    .values({ id: newId('rrb'), ...bands })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(bands))
    .execute();
}
