import { forms } from '../evidence-forms/forms/index.ts';
import { catalogueId } from './ids.ts';
import { richText } from './rich-text.ts';
import type { CatalogueSource } from './source.ts';
import {
  automationStatuses,
  type Catalogue,
  departments,
  frameworkSlugs,
  frequencies,
  type FrameworkSlug,
  type Met,
  strengths,
} from './types.ts';

const formTypes = forms.map(({ type }) => type);

/**
 * Adds what follows from the files: ids, and the order of requirements.
 * @throws when one holds a value that there is not
 */
export function assemble({ frameworks, controls, policies, tasks }: CatalogueSource): Catalogue {
  const met = metIn(frameworks);
  return {
    frameworks: frameworkSlugs.map((slug) => ({
      ...frameworks[slug],
      slug,
      id: catalogueId('framework', slug),
      standard: frameworks[slug].standard ?? null,
      parts: frameworks[slug].parts ?? [],
      requirements: frameworks[slug].requirements.map(({ controls: _met, pointsOfFocus = [], ...requirement }, index) => ({
        ...requirement,
        description: withPoints(requirement.description, pointsOfFocus),
        id: catalogueId('requirement', `${slug}/${requirement.identifier}`),
        part: requirement.part ?? null,
        sortOrder: index + 1,
      })),
    })),
    controls: controls.map((control) => ({
      ...control,
      id: catalogueId('control', control.slug),
      documentTypes: control.documentTypes.map((type) => oneOf(formTypes, type)),
      requirements: met.get(control.slug) ?? {},
    })),
    policies: policies.map(({ markdown, ...policy }) => ({
      ...policy,
      ...cadence(policy),
      id: catalogueId('policy', policy.slug),
      content: richText(markdown),
    })),
    tasks: tasks.map((task) => ({
      ...task,
      ...cadence(task),
      id: catalogueId('task', task.slug),
      automationStatus: oneOf(automationStatuses, task.automationStatus),
    })),
  };
}

/** A list under the description, so that whoever reads a requirement sees them, an import of it included. */
function withPoints(description: string, points: readonly string[]): string {
  return points.length ? `${description}\n\nPoints of focus:\n${points.map((point) => `- ${point}`).join('\n')}` : description;
}

/** What each control helps to meet, by its slug: the files say it requirement by requirement. */
function metIn(frameworks: CatalogueSource['frameworks']): Map<string, Partial<Record<FrameworkSlug, Met[]>>> {
  const met = new Map<string, Partial<Record<FrameworkSlug, Met[]>>>();
  for (const slug of frameworkSlugs)
    for (const { identifier, controls = [] } of frameworks[slug].requirements)
      for (const control of controls) {
        const ofControl = met.get(control.slug) ?? {};
        (ofControl[slug] ??= []).push({ identifier, strength: oneOf(strengths, control.strength) });
        met.set(control.slug, ofControl);
      }
  return met;
}

function cadence({ frequency, department }: { readonly frequency: string; readonly department: string }) {
  return { frequency: oneOf(frequencies, frequency), department: oneOf(departments, department) };
}

function oneOf<Value extends string>(values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new Error(`${given} is none of ${values.join(', ')}`);
  return found;
}
