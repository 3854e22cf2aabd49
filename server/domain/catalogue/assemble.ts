import { forms } from '../evidence-forms/forms/index.ts';
import { catalogueId } from './ids.ts';
import { metBy } from './met-by.ts';
import { richText } from './rich-text.ts';
import type { CatalogueSource } from './source.ts';
import { automationStatuses, type Catalogue, departments, type FrameworkSlug, frameworkSlugs, frequencies } from './types.ts';

const formTypes = forms.map(({ type }) => type);

/**
 * Adds what follows from the files: ids, and the order of requirements.
 * @throws when one holds a value that there is not
 */
export function assemble({ frameworks, controls, policies, tasks }: CatalogueSource): Catalogue {
  return {
    frameworks: frameworkSlugs.map((slug) => ({
      ...frameworks[slug],
      slug,
      id: catalogueId('framework', slug),
      parts: frameworks[slug].parts ?? [],
      requirements: frameworks[slug].requirements.map(({ controls: _met, ...requirement }, index) => ({
        ...requirement,
        id: catalogueId('requirement', `${slug}/${requirement.identifier}`),
        part: requirement.part ?? null,
        sortOrder: index + 1,
      })),
    })),
    controls: controls.map((control) => {
      const met = (slug: FrameworkSlug) => metBy(control, slug, frameworks[slug]);
      return {
        ...control,
        id: catalogueId('control', control.slug),
        documentTypes: control.documentTypes.map((type) => oneOf(formTypes, type)),
        requirements: {
          soc2: met('soc2'),
          iso27001: met('iso27001'),
          hipaa: met('hipaa'),
          gdpr: met('gdpr'),
          nistcsf: met('nistcsf'),
          nist800171: met('nist800171'),
          cmmc: met('cmmc'),
          nist80053: met('nist80053'),
        },
      };
    }),
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

function cadence({ frequency, department }: { readonly frequency: string; readonly department: string }) {
  return { frequency: oneOf(frequencies, frequency), department: oneOf(departments, department) };
}

function oneOf<Value extends string>(values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new Error(`${given} is none of ${values.join(', ')}`);
  return found;
}
