/** Which requirements of an adopted framework count (spec/areas/frameworks, rule 28). */
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * @param part of a requirement of the catalog; null when it belongs to all parts
 * @param scope of the adopted framework; null when all of it is in scope
 */
export function isInScope(part: string | null, scope: readonly string[] | null): boolean {
  return part === null || scope === null || scope.includes(part);
}

/**
 * The condition that a map leads to a requirement in scope. Custom requirements always are. What is excluded does not depend on the row, so
 * it is read once for a query.
 * @param map name of `requirement_map` in the query
 */
export function mapIsInScope(map: 'map' | 'requirement_map'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${map}.requirement_id`)} is null
    or (${sql.ref(`${map}.framework_instance_id`)}, ${sql.ref(`${map}.requirement_id`)}) not in (
      select scoped.id, demanded.id
      from framework_instance scoped join platform_requirement demanded on demanded.framework_id = scoped.framework_id
      where scoped.scope is not null and demanded.part is not null and demanded.part <> all(scoped.scope)
    ))`;
}
