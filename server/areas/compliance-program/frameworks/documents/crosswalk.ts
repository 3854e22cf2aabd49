/** Exports a crosswalk as a table with a row for each requirement (frameworks, rule 38). */
import type { components } from '#generated/api';
import type { Table } from '#documents/tables/table';

type Crosswalk = components['schemas']['FrameworkCrosswalk'];

export function toCrosswalkTable({ from, requirements }: Crosswalk): Table {
  return {
    sheet: 'Crosswalk',
    columns: [
      { heading: 'Identifier', width: 16 },
      { heading: 'Requirement', width: 40 },
      { heading: 'Family', width: 30 },
      { heading: 'Coverage', width: 10 },
      { heading: 'Shared controls', width: 60 },
      { heading: `Requirements of ${from.name}`, width: 40 },
      { heading: 'Missing controls', width: 60 },
    ],
    rows: requirements.map(({ identifier, name, requirementFamily, coverage, sharedControls, missingControls }) => [
      identifier,
      name,
      requirementFamily ?? '',
      coverage,
      formatControls(sharedControls),
      [...new Set(sharedControls.flatMap(({ fromRequirements }) => fromRequirements.map((requirement) => requirement.identifier)))].join(
        '; ',
      ),
      formatControls(missingControls),
    ]),
  };
}

function formatControls(controls: readonly { readonly name: string; readonly strength: string }[]): string {
  return controls.map(({ name, strength }) => `${name} (${strength})`).join('; ');
}

/** Returns the file name of a crosswalk: `SOC 2` and `ISO 27001` → `soc-2-to-iso-27001` */
export function fileNameOf({ from, to }: Pick<Crosswalk, 'from' | 'to'>): string {
  const toFileNamePart = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  return `${toFileNamePart(from.name)}-to-${toFileNamePart(to.name)}`;
}
