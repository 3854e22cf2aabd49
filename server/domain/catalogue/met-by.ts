import type { ControlSource, FrameworkSource } from './source.ts';
import type { FrameworkSlug } from './types.ts';

/** @returns identifiers of the requirements that a control meets: those that it names itself, and those that name it */
export function metBy({ slug, requirements }: ControlSource, framework: FrameworkSlug, source: FrameworkSource): string[] {
  const naming = source.requirements.flatMap(({ identifier, controls = [] }) =>
    controls.some((control) => control.slug === slug) ? [identifier] : [],
  );
  return [...new Set([...(requirements[framework] ?? []), ...naming])];
}
