/** Selects the origins of the catalog's frameworks. */
import type { ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { Standard } from './types.ts';

/** @returns the column `standard`, which only `loadCatalogue` writes. @param eb the builder of a query on `platform_framework` */
export function standardColumn(eb: ExpressionBuilder<TenantTables, 'platform_framework'>) {
  return eb.ref('platform_framework.standard').$castTo<Standard | null>().as('standard');
}
