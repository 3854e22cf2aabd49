/** Plans an import of requirements (frameworks, rule 30). */
import type { components } from '#generated/api';
import type { FoundRequirement } from '../documents/found-requirement.ts';

type Schemas = components['schemas'];
type Existing = Pick<Schemas['CustomRequirement'], 'id' | 'identifier' | 'name' | 'description' | 'requirementFamily'> & {
  /** The id of the catalog control that it was imported from. */
  readonly oscalId: string | null;
};

type Fields = Omit<Existing, 'id'>;

/** A requirement of the file and its outcome. */
export type ImportStep = { readonly found: FoundRequirement } & (
  | { readonly outcome: 'created'; readonly fields: Fields }
  | { readonly outcome: 'updated'; readonly before: Existing; readonly fields: Fields }
  | { readonly outcome: 'unchanged'; readonly before: Existing }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'refused'; readonly faults: Readonly<Record<string, string>> }
);

const taken = 'must not be that of another requirement';

/** The same limits as for a single requirement. */
const maxLengths = { identifier: 80, name: 200, description: 4000, requirementFamily: 255 } as const;

/** @param existing custom requirements of the framework @returns a step for each requirement, in the order of the file */
export function planImport(found: readonly FoundRequirement[], existing: readonly Existing[]): ImportStep[] {
  const known = new Map(existing.map((one) => [one.identifier, one]));
  const controls = new Map(existing.flatMap((one) => (one.oscalId === null ? [] : [[one.oscalId, one] as const])));
  const inFile = new Set(found.map(({ controlId }) => controlId));
  const [seen, seenControls] = [new Set<string>(), new Set<string>()];
  return found.map((one): ImportStep => {
    if (one.isWithdrawn) return { found: one, outcome: 'skipped' };
    const isRepeated = seen.has(one.identifier) || (one.controlId !== undefined && seenControls.has(one.controlId));
    seen.add(one.identifier);
    if (one.controlId !== undefined) seenControls.add(one.controlId);
    const named = known.get(one.identifier);
    const before = (one.controlId === undefined ? undefined : controls.get(one.controlId)) ?? named;
    // The label belongs to another requirement, or to another control of the file that may get a new label first.
    const isTaken = named !== undefined && (named !== before || (isOther(named, one) && inFile.has(named.oscalId ?? undefined)));
    const faults = {
      ...faultsOf(one),
      ...(isTaken && { identifier: taken }),
      ...(isRepeated && one.identifier && { identifier: 'must not be repeated in the file' }),
    };
    if (Object.keys(faults).length) return { found: one, outcome: 'refused', faults };
    const fields = {
      identifier: one.identifier,
      oscalId: one.controlId ?? before?.oscalId ?? null,
      name: one.name,
      description: one.description ?? before?.description ?? '',
      requirementFamily: one.requirementFamily === undefined ? (before?.requirementFamily ?? null) : one.requirementFamily || null,
    };
    if (!before) return { found: one, outcome: 'created', fields };
    return isSame(before, fields) ? { found: one, outcome: 'unchanged', before } : { found: one, outcome: 'updated', before, fields };
  });
}

/** Whether a requirement was imported from another control. */
function isOther({ oscalId }: Existing, { controlId }: FoundRequirement): boolean {
  return oscalId !== null && controlId !== undefined && oscalId !== controlId;
}

/** @returns unchanged requirements whose catalog id is new */
export function newControlIds(steps: readonly ImportStep[]): { readonly id: string; readonly oscalId: string }[] {
  return steps.flatMap(({ found: { controlId }, ...step }) =>
    step.outcome === 'unchanged' && controlId !== undefined && step.before.oscalId !== controlId
      ? [{ id: step.before.id, oscalId: controlId }]
      : [],
  );
}

function isSame(before: Existing, { identifier, name, description, requirementFamily }: Fields): boolean {
  return (
    before.identifier === identifier &&
    before.name === name &&
    before.description === description &&
    before.requirementFamily === requirementFamily
  );
}

function faultsOf(found: FoundRequirement): Record<string, string> {
  const length = (field: keyof typeof maxLengths) => [...(found[field] ?? '')].length;
  const tooLong = (['identifier', 'name', 'description', 'requirementFamily'] as const).filter(
    (field) => length(field) > maxLengths[field],
  );
  const blank = (['identifier', 'name'] as const).filter((field) => found[field] === '');
  return Object.fromEntries([
    ...tooLong.map((field) => [field, `must have at most ${maxLengths[field]} characters`] as const),
    ...blank.map((field) => [field, 'must not be blank'] as const),
  ]);
}

/** @param ids ids of created requirements by identifier; one without an id was created by a concurrent request. Undefined in a dry run */
export function answerOf(steps: readonly ImportStep[], ids?: ReadonlyMap<string, string>): Schemas['RequirementsImported'] {
  const results = steps.map((step): Schemas['RequirementImportResult'] => {
    const { place, identifier, name, requirementFamily } = step.found;
    const about = {
      place: place.slice(0, 300),
      identifier: identifier.slice(0, maxLengths.identifier),
      name: [...name].slice(0, maxLengths.name).join(''),
      requirementFamily: requirementFamily?.slice(0, maxLengths.requirementFamily) || null,
      outcome: step.outcome,
    };
    const id = ids?.get(identifier) ?? null;
    if (step.outcome === 'created')
      return ids && id === null ? { ...about, outcome: 'refused', id, details: detailsOf({ identifier: taken }) } : { ...about, id };
    if (step.outcome === 'refused') return { ...about, id: null, details: detailsOf(step.faults) };
    return { ...about, id: step.outcome === 'skipped' ? null : step.before.id };
  });
  const count = (outcome: ImportStep['outcome']) => results.filter((one) => one.outcome === outcome).length;
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

function detailsOf(faults: Readonly<Record<string, string>>): Schemas['ErrorDetails'] {
  return Object.fromEntries(Object.entries(faults).map(([field, message]) => [field, { _errors: [message] }]));
}
