/** Selects levels of scores in the database, for filters. `levelOf` computes the same for answers. */
import { type Expression, expressionBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { defaultBands } from './levels.ts';

const levels = ['very_low', 'low', 'medium', 'high', 'very_high'] as const satisfies components['schemas']['RiskLevel'][];

const bands = expressionBuilder<TenantTables>()
  .selectFrom('risk_rating_bands')
  .select(sql<readonly number[]>`array[very_low + 1, low + 1, medium + 1, high + 1]`.as('lowestScores'));
const { veryLow, low, medium, high } = defaultBands;
const defaultLowestScores = sql.join([veryLow, low, medium, high].map((highest) => sql.lit(highest + 1)));

/** @returns the level of a score in the bands of the organization */
export function levelColumn(score: Expression<number>) {
  return sql<(typeof levels)[number]>`(array[${sql.join(levels.map((level) => sql.lit(level)))}])
    [1 + width_bucket(${score}, coalesce(${bands}, array[${defaultLowestScores}]))]`;
}
