/** Finds the controls mapped to the requirements that a question names (questionnaires, rule 18). */
import { readableKinds, type Reader } from '#domain/access/audience/reader';
import { implementationStatus } from '#domain/controls/implementation-status';
import type { Passage } from '#domain/retrieval/passages';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface MappedControls {
  /** Names of the requirements, by their identifiers. */
  readonly names: readonly string[];
  /** The implemented controls that meet them, by name. */
  readonly passages: readonly Passage[];
}

const maxControls = 10;
/** Only these frameworks, because others reuse the numbers: ISO 42001 has an A.8.2 of its own, and DORA an Art. 28. */
const searchedFrameworks = ['SOC 2', 'ISO 27001', 'HIPAA', 'GDPR'];

/**
 * @param identifiers of requirements; those of frameworks that are not adopted are ignored
 * @param reader controls and their mappings are internal: visitors cannot read them, nor can members without the permission
 */
export async function findMappedControls(
  db: OrganizationDatabase,
  identifiers: readonly string[],
  reader: Reader,
): Promise<MappedControls> {
  // Mappings are as internal as the controls.
  const isReader = reader.kind === 'member' && readableKinds(reader, ['control']).length > 0;
  if (identifiers.length === 0 || !isReader) return { names: [], passages: [] };
  const rows = await db
    .selectFrom('requirement_map as map')
    .innerJoin('platform_requirement as requirement', 'requirement.id', 'map.requirement_id')
    .innerJoin('platform_framework as framework', 'framework.id', 'requirement.framework_id')
    .innerJoin('control', 'control.id', 'map.control_id')
    .select(['requirement.identifier', 'requirement.name as requirement', 'control.id', 'control.name', 'control.description'])
    .select(implementationStatus.as('status'))
    .where('requirement.identifier', 'in', identifiers)
    .where('framework.name', 'in', searchedFrameworks)
    .where('map.archived_at', 'is', null)
    .where('control.archived_at', 'is', null)
    .orderBy('requirement.identifier')
    .orderBy('control.name')
    .orderBy('control.id')
    .execute();
  const visible = rows.filter(({ status }) => status === 'implemented');
  const controls = new Map(visible.map((row) => [row.id, row]));
  return {
    names: [...new Set(rows.map(({ requirement }) => requirement))],
    passages: [...controls.values()].slice(0, maxControls).map(({ id, name, description }) => ({
      sourceType: 'control',
      sourceId: id,
      sourceName: name,
      text: description.trim() || name,
      score: 1,
    })),
  };
}
