/** What the map of controls knows of a requirement that a question names (spec/areas/questionnaires, rule 18). */
import { implementationStatus } from '../../../domain/controls/implementation-status.ts';
import type { Passage } from '../../../domain/retrieval/passages.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

export interface Mapped {
  /** Names of the requirements, by their identifiers. */
  readonly names: readonly string[];
  /** The implemented controls that meet them, by name. */
  readonly passages: readonly Passage[];
}

const mostControls = 10;
/** Other frameworks number their requirements alike: ISO 42001 has an A.8.2 of its own, and DORA an Art. 28. */
const named = ['SOC 2', 'ISO 27001', 'HIPAA', 'GDPR'];

/** @param identifiers of requirements; those of frameworks that are not adopted are not known */
export async function findMapped(db: OrganizationDatabase, identifiers: readonly string[]): Promise<Mapped> {
  if (identifiers.length === 0) return { names: [], passages: [] };
  const rows = await db
    .selectFrom('requirement_map as map')
    .innerJoin('platform_requirement as requirement', 'requirement.id', 'map.requirement_id')
    .innerJoin('platform_framework as framework', 'framework.id', 'requirement.framework_id')
    .innerJoin('control', 'control.id', 'map.control_id')
    .select(['requirement.identifier', 'requirement.name as requirement', 'control.id', 'control.name', 'control.description'])
    .select(implementationStatus.as('status'))
    .where('requirement.identifier', 'in', identifiers)
    .where('framework.name', 'in', named)
    .where('map.archived_at', 'is', null)
    .where('control.archived_at', 'is', null)
    .orderBy('requirement.identifier')
    .orderBy('control.name')
    .orderBy('control.id')
    .execute();
  const controls = new Map(rows.filter(({ status }) => status === 'implemented').map((row) => [row.id, row]));
  return {
    names: [...new Set(rows.map(({ requirement }) => requirement))],
    passages: [...controls.values()].slice(0, mostControls).map(({ id, name, description }) => ({
      sourceType: 'control',
      sourceId: id,
      sourceName: name,
      text: description.trim() || name,
      score: 1,
    })),
  };
}
