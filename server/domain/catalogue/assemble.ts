/** Assembles the catalog from its source files. */
import { forms } from '#domain/evidence-forms/forms/index';
import { catalogueId } from './ids.ts';
import { parsePolicyMarkdown } from './rich-text.ts';
import type { CatalogueSource } from './source.ts';
import {
  automationStatuses,
  type Catalogue,
  departments,
  frameworkSlugs,
  frequencies,
  type FrameworkSlug,
  type MetRequirement,
  strengths,
} from './types.ts';

const formTypes = forms.map(({ type }) => type);

/**
 * Assembles the catalog and adds derived data: ids, and the order of requirements.
 * @throws if a file contains an unknown value
 */
export function assemble({ frameworks, controls, policies, tasks }: CatalogueSource): Catalogue {
  const requirementsByControl = groupByControl(frameworks);
  return {
    frameworks: frameworkSlugs.map((slug) => ({
      ...frameworks[slug],
      slug,
      id: catalogueId('framework', slug),
      standard: frameworks[slug].standard ?? null,
      parts: frameworks[slug].parts ?? [],
      requirements: frameworks[slug].requirements.map(({ controls: _controls, pointsOfFocus = [], ...requirement }, index) => ({
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
      requirements: requirementsByControl.get(control.slug) ?? {},
    })),
    policies: policies.map(({ markdown, ...policy }) => ({
      ...policy,
      ...cadence(policy),
      id: catalogueId('policy', policy.slug),
      content: parsePolicyMarkdown(markdown),
    })),
    tasks: tasks.map((task) => ({
      ...task,
      ...cadence(task),
      id: catalogueId('task', task.slug),
      automationStatus: oneOf(automationStatuses, task.automationStatus),
    })),
  };
}

/** Appends the points of focus as a list to the description, so that every view of the description shows them, including imports. */
function withPoints(description: string, points: readonly string[]): string {
  return points.length ? `${description}\n\nPoints of focus:\n${points.map((point) => `- ${point}`).join('\n')}` : description;
}

/** @returns the requirements that each control meets, by the control's slug; the files list the controls of each requirement instead */
function groupByControl(frameworks: CatalogueSource['frameworks']): Map<string, Partial<Record<FrameworkSlug, MetRequirement[]>>> {
  const requirementsByControl = new Map<string, Partial<Record<FrameworkSlug, MetRequirement[]>>>();
  for (const slug of frameworkSlugs)
    for (const { identifier, controls = [] } of frameworks[slug].requirements)
      for (const control of controls) {
        const requirements = requirementsByControl.get(control.slug) ?? {};
        (requirements[slug] ??= []).push({ identifier, strength: oneOf(strengths, control.strength) });
        requirementsByControl.set(control.slug, requirements);
      }
  return requirementsByControl;
}

function cadence({ frequency, department }: { readonly frequency: string; readonly department: string }) {
  return { frequency: oneOf(frequencies, frequency), department: oneOf(departments, department) };
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const match = values.find((value) => value === text);
  if (match === undefined) throw new Error(`${text} is not one of ${values.join(', ')}`);
  return match;
}
