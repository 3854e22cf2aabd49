import { type RawBuilder, sql } from 'kysely';
import type { Strength } from './types.ts';

/**
 * How fully a control meets the requirement of a map: as set by the organization, or else by the current catalog; null when neither does
 * (frameworks, rule 25).
 * @param map name of `requirement_map` in the query
 */
export function strengthOf(map: 'map' | 'requirement_map'): RawBuilder<Strength | null> {
  return sql<Strength | null>`coalesce(${sql.ref(`${map}.strength`)}, (
    select link.strength from control_template_requirement link
    where link.requirement_id = ${sql.ref(`${map}.requirement_id`)} and link.control_template_id = (
      select mapped.control_template_id from control mapped where mapped.id = ${sql.ref(`${map}.control_id`)}
    )
  ))`;
}
