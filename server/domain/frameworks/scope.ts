/** The requirements of an adopted framework that are in scope (frameworks, rule 28). */
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * @param part of a requirement of the catalog; null when it belongs to all parts
 * @param scope of the adopted framework; null when everything is in scope
 */
export function isInScope(part: string | null, scope: readonly string[] | null): boolean {
  return part === null || scope === null || scope.includes(part);
}

/**
 * The condition that a map refers to a requirement in scope. Custom requirements always are. The subquery does not depend on the row, so it runs
 * once per query.
 * @param map name of `requirement_map` in the query
 */
export function isMapInScope(map: 'map' | 'requirement_map'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${map}.requirement_id`)} is null
    or (${sql.ref(`${map}.framework_instance_id`)}, ${sql.ref(`${map}.requirement_id`)}) not in (
      select scoped.id, demanded.id
      from framework_instance scoped join platform_requirement demanded on demanded.framework_id = scoped.framework_id
      where scoped.scope is not null and demanded.part is not null and demanded.part <> all(scoped.scope)
    ))`;
}
