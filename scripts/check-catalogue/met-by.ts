import type { ControlSource, FrameworkSource } from '../../server/domain/catalogue/source.ts';

/** @returns identifiers of the requirements of a framework that name a control */
export function metBy({ slug }: Pick<ControlSource, 'slug'>, { requirements }: FrameworkSource): string[] {
  return requirements.flatMap(({ identifier, controls = [] }) => (controls.some((control) => control.slug === slug) ? [identifier] : []));
}
