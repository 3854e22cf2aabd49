/** Timeline templates, created from the plans. Their ids are derived, so they are the same in every installation. */
import type { components } from '#generated/api';
import { catalogueId } from '#domain/catalogue/ids';
import { plansOf } from './plans.ts';

type Schemas = components['schemas'];
export type Template = Schemas['TimelineTemplate'];
export type PhaseTemplate = Schemas['TimelinePhaseTemplate'];

/** The fields of a catalog framework that its plans depend on. */
export interface PlannedFramework {
  readonly id: string;
  readonly name: string;
}

/** @returns the templates of a framework; defaults to the baseline plan */
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

/** @returns the tracks of a framework, each of which gets a timeline when the framework is adopted */
export function tracksOf(framework: PlannedFramework): string[] {
  return [...new Set(templatesOf(framework).map(({ trackKey }) => trackKey))];
}

/**
 * Selects the template of a cycle (timelines, rule 3).
 * @returns the template of exactly this cycle, or else of the highest earlier cycle in the track
 */
export function selectTemplate(framework: PlannedFramework, trackKey: string, cycleNumber: number): Template {
  const [best] = templatesOf(framework)
    .filter((template) => template.trackKey === trackKey && template.cycleNumber <= cycleNumber)
    .toSorted((one, other) => other.cycleNumber - one.cycleNumber);
  if (!best) throw new Error(`${framework.name} has no track ${trackKey}`);
  return best;
}

/**
 * Selects the template of the next cycle (timelines, rule 3).
 * @param template of the cycle that ended @param cycleNumber of the next cycle
 */
export function selectNextTemplate(framework: PlannedFramework, template: Template, cycleNumber: number): Template {
  const named = templatesOf(framework).find(
    ({ templateKey }) => template.nextTemplateKey !== null && templateKey === template.nextTemplateKey,
  );
  return named ?? selectTemplate(framework, template.trackKey, cycleNumber);
}

/** @throws when the framework has no such template */
export function requireTemplate(framework: PlannedFramework, id: string): Template {
  const found = templatesOf(framework).find((template) => template.id === id);
  if (!found) throw new Error(`${framework.name} has no template ${id}`);
  return found;
}
