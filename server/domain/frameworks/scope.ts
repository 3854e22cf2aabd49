/** Decides which requirements of an adopted framework are in scope (frameworks, rule 28). */
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * @param part the part of a catalog requirement; null if the requirement belongs to all parts
 * @param scope the parts in scope of the adopted framework; null if all parts are in scope
 */
export function isInScope(part: string | null, scope: readonly string[] | null): boolean {
  return part === null || scope === null || scope.includes(part);
}

/**
 * The subquery does not depend on the row, so it runs only once for the whole query.
 * @param map the name of `requirement_map` in the query
 * @returns the condition that a map refers to a requirement in scope, as custom requirements always do
 */
export function isMapInScope(map: 'map' | 'requirement_map'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${map}.requirement_id`)} is null
    or (${sql.ref(`${map}.framework_instance_id`)}, ${sql.ref(`${map}.requirement_id`)}) not in (
      select scoped.id, demanded.id
      from framework_instance scoped join platform_requirement demanded on demanded.framework_id = scoped.framework_id
      where scoped.scope is not null and demanded.part is not null and demanded.part <> all(scoped.scope)
    ))`;
}
