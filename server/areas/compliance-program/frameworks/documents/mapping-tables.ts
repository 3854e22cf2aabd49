/** Exports the requirements of an adopted framework and its mappings as tables (frameworks, rule 40). */
import type { Table } from '#documents/tables/table';
import type { MappedRequirement } from '../queries/mappings.ts';
import { statusOf } from '../rules/mappings.ts';

export function toRequirementsTable(requirements: readonly MappedRequirement[]): Table {
  return {
    sheet: 'Requirements',
    columns: [
      { heading: 'Identifier', width: 16 },
      { heading: 'Name', width: 40 },
      { heading: 'Description', width: 80 },
      { heading: 'Family', width: 30 },
      { heading: 'Part', width: 20 },
      { heading: 'In scope', width: 10 },
      { heading: 'Status', width: 16 },
      { heading: 'Controls', width: 10 },
    ],
    rows: requirements.map(({ identifier, name, description, requirementFamily, part, inScope, controls }) => [
      identifier,
      name,
      description,
      requirementFamily ?? '',
      part ?? '',
      inScope ? 'yes' : 'no',
      statusOf(
        inScope,
        controls.map(({ status }) => status),
      ),
      String(controls.length),
    ]),
  };
}

export function toMappingsTable(requirements: readonly MappedRequirement[]): Table {
  return {
    sheet: 'Mappings',
    columns: [
      { heading: 'Requirement', width: 16 },
      { heading: 'Requirement name', width: 40 },
      { heading: 'Control ID', width: 32 },
      { heading: 'Control name', width: 40 },
      { heading: 'Strength', width: 10 },
      { heading: 'Status', width: 16 },
    ],
    rows: requirements.flatMap(({ identifier, name, controls }) =>
      controls.map((control) => [identifier, name, control.code, control.name, control.strength ?? '', control.status]),
    ),
  };
}
