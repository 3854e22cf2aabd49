/** Applies and validates the scope of a framework (frameworks, rule 28). */
import type { Manifest, ManifestRequirement } from '#domain/catalogue/manifest';
import type { FrameworkPart } from '#domain/catalogue/types';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { isInScope } from '#domain/frameworks/scope';

/** Limits a manifest to the records of the parts in scope. @param scope null for the whole framework */
export function withinScope(manifest: Manifest, scope: readonly string[] | null): Manifest {
  return scope === null ? manifest : narrow(manifest, ({ part }) => isInScope(part, scope));
}

/** Limits a manifest to the records of the parts that are only in the new scope. */
export function withinAddedParts(manifest: Manifest, oldScope: readonly string[] | null, newScope: readonly string[]): Manifest {
  return narrow(manifest, ({ part }) => !isInScope(part, oldScope) && isInScope(part, newScope));
}

/** Keeps the matching requirements, the controls that meet one of them, and the links of these controls. */
function narrow(manifest: Manifest, isKept: (requirement: ManifestRequirement) => boolean): Manifest {
  const requirements = manifest.requirements.filter(isKept);
  const requirementIdsInScope = new Set(requirements.map(({ id }) => id));
  const controls = manifest.controls.filter(({ requirementIds }) => requirementIds.some((id) => requirementIdsInScope.has(id)));
  const linkedIds = new Set(controls.flatMap(({ policyIds, taskIds }) => [...policyIds, ...taskIds]));
  return {
    ...manifest,
    requirements,
    controls,
    policies: manifest.policies.filter(({ id }) => linkedIds.has(id)),
    tasks: manifest.tasks.filter(({ id }) => linkedIds.has(id)),
  };
}

/** @returns the scope after a sync: the previous scope and the parts that the new version requires (frameworks, rule 28) */
export function scopeAfter(scope: readonly string[] | null, { framework: { parts } }: Manifest): string[] | null {
  if (scope === null) return parts.length ? parts.map(({ id }) => id) : null;
  const requiredIds = parts.filter((part) => part.required).map(({ id }) => id);
  return [...scope, ...requiredIds.filter((id) => !scope.includes(id))];
}

/** @returns an error if the choice of parts is invalid, or undefined */
export function validateScope(parts: readonly FrameworkPart[], chosenParts: readonly string[]): FieldError | undefined {
  const ids = parts.map(({ id }) => id);
  if (!ids.length) return chosenParts.length ? fieldErrors.notAllowed('must be empty, because the framework has no parts') : undefined;
  if (!chosenParts.every((id) => ids.includes(id)))
    return { code: 'not_in_list', message: `must be parts of the framework: ${ids.join(', ')}`, params: { allowed: ids } };
  const missingParts = parts.filter(({ id, required }) => required && !chosenParts.includes(id)).map(({ id }) => id);
  return missingParts.length ? { code: 'required', message: `must include the required part: ${missingParts.join(', ')}` } : undefined;
}

/** Returns the chosen parts in the order of the framework, without duplicates. */
export function inPartOrder(parts: readonly FrameworkPart[], chosenParts: readonly string[]): string[] {
  return parts.flatMap(({ id }) => (chosenParts.includes(id) ? [id] : []));
}
