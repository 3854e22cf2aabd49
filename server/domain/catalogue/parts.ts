/** The parts of frameworks, of which an organization takes some into scope (spec/areas/frameworks, rule 28). */
import type { ExpressionBuilder } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { FrameworkPart } from './types.ts';

/** @returns the column `parts`, which `loadCatalogue` alone writes. @param eb of a query that selects from `platform_framework` */
export function partsIn(eb: ExpressionBuilder<TenantTables, 'platform_framework'>) {
  return eb.ref('platform_framework.parts').$castTo<FrameworkPart[]>().as('parts');
}
