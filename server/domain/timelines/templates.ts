/** The templates of timelines, made of the plans. Their ids are derived, so that they are the same everywhere. */
import type { components } from '../../../generated/api.d.ts';
import { catalogueId } from '../catalogue/ids.ts';
import { plansOf } from './plans.ts';

type Schemas = components['schemas'];
export type Template = Schemas['TimelineTemplate'];
export type PhaseTemplate = Schemas['TimelinePhaseTemplate'];

/** A framework of the catalog, as far as its plans depend on it. */
export interface PlannedFramework {
  readonly id: string;
  readonly name: string;
}

/** @returns the templates of a framework; one that has no plan of its own has the baseline plan */
export function templatesOf({ id: frameworkId, name }: PlannedFramework): Template[] {
  return plansOf(name).map(({ phases, ...plan }) => {
    const key = `${frameworkId}/${plan.trackKey}/${plan.cycleNumber}`;
    const id = catalogueId('timelineTemplate', key);
    return {
      ...plan,
      id,
      frameworkId,
      phases: phases.map(({ slug, weeks, locks = false, ...phase }, orderIndex) => ({
        ...phase,
        id: catalogueId('phaseTemplate', `${key}/${slug}`),
        templateId: id,
        orderIndex,
        defaultDurationWeeks: weeks,
        locksTimelineOnComplete: locks,
      })),
    };
  });
}

/** @returns the tracks of a framework, each of which has a timeline from the adoption on */
export function tracksOf(framework: PlannedFramework): string[] {
  return [...new Set(templatesOf(framework).map(({ trackKey }) => trackKey))];
}

/**
 * The template of a cycle (spec/areas/timelines, rule 3).
 * @returns that of exactly this cycle, else that of the highest cycle before it in the track
 */
export function templateFor(framework: PlannedFramework, trackKey: string, cycleNumber: number): Template {
  const [best] = templatesOf(framework)
    .filter((template) => template.trackKey === trackKey && template.cycleNumber <= cycleNumber)
    .toSorted((one, other) => other.cycleNumber - one.cycleNumber);
  if (!best) throw new Error(`${framework.name} has no track ${trackKey}`);
  return best;
}

/**
 * The template of the cycle after this one (spec/areas/timelines, rule 3).
 * @param template of the cycle that ended @param cycleNumber of the next one
 */
export function nextTemplate(framework: PlannedFramework, template: Template, cycleNumber: number): Template {
  const named = templatesOf(framework).find(
    ({ templateKey }) => template.nextTemplateKey !== null && templateKey === template.nextTemplateKey,
  );
  return named ?? templateFor(framework, template.trackKey, cycleNumber);
}

/** @throws when the framework has no such template */
export function templateOf(framework: PlannedFramework, id: string): Template {
  const found = templatesOf(framework).find((template) => template.id === id);
  if (!found) throw new Error(`${framework.name} has no template ${id}`);
  return found;
}
