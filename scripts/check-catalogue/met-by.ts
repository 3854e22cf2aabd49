import type { ControlSource, FrameworkSource } from '#domain/catalogue/source';

/** @returns identifiers of the requirements of a framework that name a control */
export function findRequirementsMetBy({ slug }: Pick<ControlSource, 'slug'>, { requirements }: FrameworkSource): string[] {
  return requirements.flatMap(({ identifier, controls = [] }) => (controls.some((control) => control.slug === slug) ? [identifier] : []));
}
