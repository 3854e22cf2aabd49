/** Scope of a framework (frameworks, rule 28). */
import type { Manifest, ManifestRequirement } from '#domain/catalogue/manifest';
import type { FrameworkPart } from '#domain/catalogue/types';
import { isInScope } from '#domain/frameworks/scope';

/** Limits a manifest to what adopting these parts copies. @param scope null for the whole framework */
export function withinScope(manifest: Manifest, scope: readonly string[] | null): Manifest {
  return scope === null ? manifest : narrow(manifest, ({ part }) => isInScope(part, scope));
}

/** Limits a manifest to what the added parts bring in. */
export function withinAddedParts(manifest: Manifest, before: readonly string[] | null, after: readonly string[]): Manifest {
  return narrow(manifest, ({ part }) => !isInScope(part, before) && isInScope(part, after));
}

/** Keeps the matching requirements, the controls that meet one of them, and the links of these controls. */
function narrow(manifest: Manifest, isKept: (requirement: ManifestRequirement) => boolean): Manifest {
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

/** @returns the scope after a sync: the previous one, plus the parts that the version requires (frameworks, rule 28) */
export function scopeAfter(scope: readonly string[] | null, { framework: { parts } }: Manifest): string[] | null {
  if (scope === null) return parts.length ? parts.map(({ id }) => id) : null;
  const required = parts.filter((part) => part.required).map(({ id }) => id);
  return [...scope, ...required.filter((id) => !scope.includes(id))];
}

/** @returns a validation error of a choice of parts, or undefined */
export function validateScope(parts: readonly FrameworkPart[], chosen: readonly string[]): string | undefined {
  const ids = parts.map(({ id }) => id);
  if (!ids.length) return chosen.length ? 'must be empty, because the framework has no parts' : undefined;
  if (!chosen.every((id) => ids.includes(id))) return `must be parts of the framework: ${ids.join(', ')}`;
  const missing = parts.filter(({ id, required }) => required && !chosen.includes(id)).map(({ id }) => id);
  return missing.length ? `must include the required part: ${missing.join(', ')}` : undefined;
}

/** The chosen parts in the order of the framework, each once. */
export function inPartOrder(parts: readonly FrameworkPart[], chosen: readonly string[]): string[] {
  return parts.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
}
