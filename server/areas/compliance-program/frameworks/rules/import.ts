/** Plans an import of requirements (frameworks, rule 30). */
import { detailsOf } from '#platform/refusals/details';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import type { components } from '#generated/api';
import type { FoundRequirement } from '../documents/found-requirement.ts';

type Schemas = components['schemas'];
type Existing = Pick<Schemas['CustomRequirement'], 'id' | 'identifier' | 'name' | 'description' | 'requirementFamily'> & {
  /** The id of the catalog control that the requirement was imported from. */
  readonly oscalId: string | null;
};

type Fields = Omit<Existing, 'id'>;

/** The planned outcome for a requirement of the file. */
export type ImportStep = { readonly found: FoundRequirement } & (
  | { readonly outcome: 'created'; readonly fields: Fields }
  | { readonly outcome: 'updated'; readonly before: Existing; readonly fields: Fields }
  | { readonly outcome: 'unchanged'; readonly before: Existing }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors }
);

const identifierTaken = fieldErrors.duplicate('must not be that of another requirement');

/** Limits in characters, as when a single requirement is created. */
const maxLengths = { identifier: 80, name: 200, description: 4000, requirementFamily: 255 } as const;

/** @param existing custom requirements of the framework @returns a step for each requirement, in the order of the file */
export function planImport(foundRequirements: readonly FoundRequirement[], existing: readonly Existing[]): ImportStep[] {
  const requirementsByIdentifier = new Map(existing.map((requirement) => [requirement.identifier, requirement]));
  const requirementsByControlId = new Map(
    existing.flatMap((requirement) => (requirement.oscalId === null ? [] : [[requirement.oscalId, requirement] as const])),
  );
  const controlIdsInFile = new Set(foundRequirements.map(({ controlId }) => controlId));
  const [seenIdentifiers, seenControlIds] = [new Set<string>(), new Set<string>()];
  return foundRequirements.map((requirement): ImportStep => {
    if (requirement.isWithdrawn) return { found: requirement, outcome: 'skipped' };
    const isRepeated =
      seenIdentifiers.has(requirement.identifier) || (requirement.controlId !== undefined && seenControlIds.has(requirement.controlId));
    seenIdentifiers.add(requirement.identifier);
    if (requirement.controlId !== undefined) seenControlIds.add(requirement.controlId);
    const requirementWithIdentifier = requirementsByIdentifier.get(requirement.identifier);
    const before =
      (requirement.controlId === undefined ? undefined : requirementsByControlId.get(requirement.controlId)) ?? requirementWithIdentifier;
    // The identifier belongs to another requirement, or to another control of the file, which this import may give a new identifier.
    const isTaken =
      requirementWithIdentifier !== undefined &&
      (requirementWithIdentifier !== before ||
        (isFromOtherControl(requirementWithIdentifier, requirement) &&
          controlIdsInFile.has(requirementWithIdentifier.oscalId ?? undefined)));
    const errors = {
      ...validate(requirement),
      ...(isTaken && { identifier: identifierTaken }),
      ...(isRepeated && requirement.identifier && { identifier: fieldErrors.duplicate('must not be repeated in the file') }),
    };
    if (Object.keys(errors).length) return { found: requirement, outcome: 'refused', errors };
    const fields = {
      identifier: requirement.identifier,
      oscalId: requirement.controlId ?? before?.oscalId ?? null,
      name: requirement.name,
      description: requirement.description ?? before?.description ?? '',
      requirementFamily:
        requirement.requirementFamily === undefined ? (before?.requirementFamily ?? null) : requirement.requirementFamily || null,
    };
    if (!before) return { found: requirement, outcome: 'created', fields };
    return isUnchanged(before, fields)
      ? { found: requirement, outcome: 'unchanged', before }
      : { found: requirement, outcome: 'updated', before, fields };
  });
}

/** Returns whether an existing requirement was imported from another control than the found requirement. */
function isFromOtherControl({ oscalId }: Existing, { controlId }: FoundRequirement): boolean {
  return oscalId !== null && controlId !== undefined && oscalId !== controlId;
}

/** @returns the control ids to store for requirements whose fields are unchanged */
export function newControlIds(steps: readonly ImportStep[]): { readonly id: string; readonly oscalId: string }[] {
  return steps.flatMap(({ found: { controlId }, ...step }) =>
    step.outcome === 'unchanged' && controlId !== undefined && step.before.oscalId !== controlId
      ? [{ id: step.before.id, oscalId: controlId }]
      : [],
  );
}

function isUnchanged(before: Existing, { identifier, name, description, requirementFamily }: Fields): boolean {
  return (
    before.identifier === identifier &&
    before.name === name &&
    before.description === description &&
    before.requirementFamily === requirementFamily
  );
}

function validate(requirement: FoundRequirement): FieldErrors {
  const lengthOf = (field: keyof typeof maxLengths) => [...(requirement[field] ?? '')].length;
  const longFields = (['identifier', 'name', 'description', 'requirementFamily'] as const).filter(
    (field) => lengthOf(field) > maxLengths[field],
  );
  const blankFields = (['identifier', 'name'] as const).filter((field) => requirement[field] === '');
  return Object.fromEntries([
    ...longFields.map((field) => [field, fieldErrors.tooLong(maxLengths[field])] as const),
    ...blankFields.map((field) => [field, fieldErrors.blank()] as const),
  ]);
}

/**
 * Builds the response of an import.
 * @param ids the ids of created requirements by identifier, or undefined in a dry run; a missing id means that a concurrent request took
 * the identifier
 */
export function toImportResponse(steps: readonly ImportStep[], ids?: ReadonlyMap<string, string>): Schemas['RequirementsImported'] {
  const results = steps.map((step): Schemas['RequirementImportResult'] => {
    const { place, identifier, name, requirementFamily } = step.found;
    const resultFields = {
      place: place.slice(0, 300),
      identifier: identifier.slice(0, maxLengths.identifier),
      name: [...name].slice(0, maxLengths.name).join(''),
      requirementFamily: requirementFamily?.slice(0, maxLengths.requirementFamily) || null,
      outcome: step.outcome,
    };
    const id = ids?.get(identifier) ?? null;
    if (step.outcome === 'created')
      return ids && id === null
        ? { ...resultFields, outcome: 'refused', id, details: detailsOf({ identifier: identifierTaken }) }
        : { ...resultFields, id };
    if (step.outcome === 'refused') return { ...resultFields, id: null, details: detailsOf(step.errors) };
    return { ...resultFields, id: step.outcome === 'skipped' ? null : step.before.id };
  });
  const count = (outcome: ImportStep['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const summary = {
    total: results.length,
    createdCount: count('created'),
    updatedCount: count('updated'),
    unchangedCount: count('unchanged'),
    skippedCount: count('skipped'),
    refusedCount: count('refused'),
  };
  return { results, summary };
}
