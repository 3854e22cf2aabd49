/** Reads and replaces an organization's rating bands, which are the highest score of each level (risks, rule 2). */
import { expressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { PreparedQuery } from '#platform/database/prepared';
import { defaultBands } from './levels.ts';

type Bands = components['schemas']['RiskRatingBands'];

const columns = columnsOf('risk_rating_bands', 'veryLow', 'low', 'medium', 'high');
const organizationBands = new PreparedQuery((db) => db.selectFrom('risk_rating_bands').select(columns));

/** @returns the organization's bands, or the default bands */
export async function findBands(db: OrganizationDatabase): Promise<Bands> {
  const [bands] = await db.run(organizationBands, {});
  return bands ?? defaultBands;
}

/** Selects the organization's bands in a query of rated records, which saves another query; null if the default bands apply. */
export const bandsColumn = jsonObjectFrom(expressionBuilder<TenantTables>().selectFrom('risk_rating_bands').select(columns)).as('bands');

/** Stores the organization's only row of bands. Concurrent calls are safe, because write requests of an organization are serialized. */
export async function replaceBands(db: OrganizationDatabase, { veryLow, low, medium, high }: Bands): Promise<void> {
  const bands = { very_low: veryLow, low, medium, high };
  await db
    .insertInto('risk_rating_bands')
    .values({ id: newId('rrb'), ...bands })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(bands))
    .execute();
}
