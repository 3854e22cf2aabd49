/** What of a framework is in scope (spec/areas/frameworks, rule 28). */
import type { Manifest, ManifestRequirement } from '../../../domain/catalogue/manifest.ts';
import type { FrameworkPart } from '../../../domain/catalogue/types.ts';
import { isInScope } from '../../../domain/frameworks/scope.ts';

/** What adopting these parts copies. @param scope null for the whole framework */
export function withinScope(manifest: Manifest, scope: readonly string[] | null): Manifest {
  return scope === null ? manifest : narrowed(manifest, ({ part }) => isInScope(part, scope));
}

/** What comes into scope with parts that were not in it before. */
export function entering(manifest: Manifest, before: readonly string[] | null, after: readonly string[]): Manifest {
  return narrowed(manifest, ({ part }) => !isInScope(part, before) && isInScope(part, after));
}

/** These requirements alone, the controls that meet one of them, and what these controls carry. */
function narrowed(manifest: Manifest, isKept: (requirement: ManifestRequirement) => boolean): Manifest {
  const requirements = manifest.requirements.filter(isKept);
  const kept = new Set(requirements.map(({ id }) => id));
  const controls = manifest.controls.filter(({ requirementIds }) => requirementIds.some((id) => kept.has(id)));
  const carried = new Set(controls.flatMap(({ policyIds, taskIds }) => [...policyIds, ...taskIds]));
  return {
    ...manifest,
    requirements,
    controls,
    policies: manifest.policies.filter(({ id }) => carried.has(id)),
    tasks: manifest.tasks.filter(({ id }) => carried.has(id)),
  };
}

/** @returns the scope that a sync leaves: as it was, with what the version requires (spec/areas/frameworks, rule 28) */
export function scopeAfter(scope: readonly string[] | null, { framework: { parts } }: Manifest): string[] | null {
  if (scope === null) return parts.length ? parts.map(({ id }) => id) : null;
  const required = parts.filter((part) => part.required).map(({ id }) => id);
  return [...scope, ...required.filter((id) => !scope.includes(id))];
}

/** @returns what is wrong with a choice of parts; undefined when nothing is */
export function scopeFault(parts: readonly FrameworkPart[], chosen: readonly string[]): string | undefined {
  const ids = parts.map(({ id }) => id);
  if (!ids.length) return chosen.length ? 'must be empty, because the framework has no parts' : undefined;
  if (!chosen.every((id) => ids.includes(id))) return `must be parts of the framework: ${ids.join(', ')}`;
  const lacking = parts.filter(({ id, required }) => required && !chosen.includes(id)).map(({ id }) => id);
  return lacking.length ? `must include the required part: ${lacking.join(', ')}` : undefined;
}

/** The chosen parts in the order of the framework, each once. */
export function inPartOrder(parts: readonly FrameworkPart[], chosen: readonly string[]): string[] {
  return parts.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
}
