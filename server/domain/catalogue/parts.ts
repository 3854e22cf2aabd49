/** Selects the parts of frameworks that organizations can take into scope (frameworks, rule 28). */
import type { ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { FrameworkPart } from './types.ts';

/** @returns the column `parts`, which only `loadCatalogue` writes. @param eb the builder of a query on `platform_framework` */
export function partsColumn(eb: ExpressionBuilder<TenantTables, 'platform_framework'>) {
  return eb.ref('platform_framework.parts').$castTo<FrameworkPart[]>().as('parts');
}
