/** A crosswalk as a table: a row for each requirement (spec/areas/frameworks, rule 38). */
import type { components } from '../../../../../generated/api.d.ts';

type Crosswalk = components['schemas']['FrameworkCrosswalk'];

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function tableOf({ from, requirements }: Crosswalk): Table {
  return {
    headings: ['Identifier', 'Requirement', 'Family', 'Coverage', 'Shared controls', `Requirements of ${from.name}`, 'Missing controls'],
    rows: requirements.map(({ identifier, name, requirementFamily, coverage, sharedControls, missingControls }) => [
      identifier,
      name,
      requirementFamily ?? '',
      coverage,
      listed(sharedControls),
      [...new Set(sharedControls.flatMap(({ fromRequirements }) => fromRequirements.map((source) => source.identifier)))].join('; '),
      listed(missingControls),
    ]),
  };
}

function listed(controls: readonly { readonly name: string; readonly strength: string }[]): string {
  return controls.map(({ name, strength }) => `${name} (${strength})`).join('; ');
}

/** `SOC 2` and `ISO 27001` → `soc-2-to-iso-27001.csv` */
export function fileNameOf(
  { from, to }: Pick<Crosswalk, 'from' | 'to'>,
  format: components['schemas']['FrameworkCrosswalkFormat'],
): string {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  return `${plain(from.name)}-to-${plain(to.name)}.${format}`;
}
