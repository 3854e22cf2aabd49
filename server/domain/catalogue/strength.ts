import { type RawBuilder, sql } from 'kysely';
import type { Strength } from './types.ts';

/**
 * Selects how far a control meets a requirement, as set by the organization or otherwise by the current catalog (frameworks, rule 25).
 * The value is null if neither sets it.
 * @param map the name of the table `requirement_map` in the query
 */
export function selectStrength(map: 'map' | 'requirement_map'): RawBuilder<Strength | null> {
  return sql<Strength | null>`coalesce(${sql.ref(`${map}.strength`)}, (
    select link.strength from control_template_requirement link
    where link.requirement_id = ${sql.ref(`${map}.requirement_id`)} and link.control_template_id = (
      select mapped.control_template_id from control mapped where mapped.id = ${sql.ref(`${map}.control_id`)}
    )
  ))`;
}
