/** Creates timeline templates from the plans. Their ids are derived, so that they are the same in every installation. */
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

/** @returns the templates of a framework; frameworks without plans of their own have the template of the baseline plan */
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

/** @returns the tracks of a framework. The adoption of the framework creates a timeline for each track. */
export function tracksOf(framework: PlannedFramework): string[] {
  return [...new Set(templatesOf(framework).map(({ trackKey }) => trackKey))];
}

/**
 * Selects the template of a cycle (timelines, rule 3).
 * @returns the template of this cycle, or if it has none, the template of the latest earlier cycle in the track
 */
export function selectTemplate(framework: PlannedFramework, trackKey: string, cycleNumber: number): Template {
  const [latestTemplate] = templatesOf(framework)
    .filter((template) => template.trackKey === trackKey && template.cycleNumber <= cycleNumber)
    .toSorted((one, other) => other.cycleNumber - one.cycleNumber);
  if (!latestTemplate) throw new Error(`${framework.name} has no track ${trackKey}`);
  return latestTemplate;
}

/**
 * Selects the template of the next cycle (timelines, rule 3).
 * @param template the template of the cycle that ended @param cycleNumber the number of the next cycle
 */
export function selectNextTemplate(framework: PlannedFramework, template: Template, cycleNumber: number): Template {
  const nextTemplate = templatesOf(framework).find(
    ({ templateKey }) => template.nextTemplateKey !== null && templateKey === template.nextTemplateKey,
  );
  return nextTemplate ?? selectTemplate(framework, template.trackKey, cycleNumber);
}

/** @returns the framework's template with this id @throws if the framework has no such template */
export function requireTemplate(framework: PlannedFramework, id: string): Template {
  const matchingTemplate = templatesOf(framework).find((template) => template.id === id);
  if (!matchingTemplate) throw new Error(`${framework.name} has no template ${id}`);
  return matchingTemplate;
}
