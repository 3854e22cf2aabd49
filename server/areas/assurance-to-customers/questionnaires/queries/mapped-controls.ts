/** Finds the controls mapped to the requirements that a question names (questionnaires, rule 18). */
import { readableKinds, type Reader } from '#domain/access/audience/reader';
import { implementationStatus } from '#domain/controls/implementation-status';
import type { Passage } from '#domain/retrieval/passages';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface MappedControls {
  /** Names of the requirements, ordered by identifier. */
  readonly names: readonly string[];
  /** The implemented controls that are mapped to these requirements, at most 10. */
  readonly passages: readonly Passage[];
}

const maxControls = 10;
/** Only these frameworks are searched, because others reuse the identifiers: ISO 42001 also has an A.8.2, and DORA also has an Art. 28. */
const searchedFrameworks = ['SOC 2', 'ISO 27001', 'HIPAA', 'GDPR'];

/**
 * @param identifiers identifiers of requirements. Requirements of frameworks that are not adopted are ignored
 * @param reader visitors get nothing, because controls are internal; members get nothing without the permission to read controls
 */
export async function findMappedControls(
  db: OrganizationDatabase,
  identifiers: readonly string[],
  reader: Reader,
): Promise<MappedControls> {
  const mayReadControls = reader.kind === 'member' && readableKinds(reader, ['control']).length > 0;
  if (identifiers.length === 0 || !mayReadControls) return { names: [], passages: [] };
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
  const implementedRows = rows.filter(({ status }) => status === 'implemented');
  const controls = new Map(implementedRows.map((row) => [row.id, row]));
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
