/** Where the frameworks of the catalog come from. */
import type { ExpressionBuilder } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { Standard } from './types.ts';

/** @returns the column `standard`, which `loadCatalogue` alone writes. @param eb of a query that selects from `platform_framework` */
export function standardIn(eb: ExpressionBuilder<TenantTables, 'platform_framework'>) {
  return eb.ref('platform_framework.standard').$castTo<Standard | null>().as('standard');
}
