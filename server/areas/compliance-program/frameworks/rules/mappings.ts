/** Plans an import of mappings (frameworks, rule 41). */
import type { components } from '#generated/api';
import type { Strength } from '#domain/catalogue/types';
import { type CodedControl, createControlCodes } from '#domain/controls/codes';
import type { TableColumns, FoundRow } from '#documents/tables/columns';
import { detailsOf } from '#platform/refusals/details';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { toOneLine } from '#documents/tables/texts';

type Schemas = components['schemas'];
export type Requirement = Pick<Schemas['AdoptedRequirement'], 'id' | 'identifier' | 'kind'>;
/** An existing requirement map, which may be archived. */
export interface ExistingMap {
  readonly id: string;
  readonly controlId: string;
  /** The id of a catalog requirement or of a custom requirement. */
  readonly requirementId: string;
  readonly isArchived: boolean;
  /** The strength that the organization set, or null. */
  readonly ownStrength: Strength | null;
  /** The effective strength: the organization's strength, or else the strength in the catalog. */
  readonly strength: Strength | null;
}

/** The planned outcome for a row of the file. */
export type MappingStep = {
  readonly place: string;
  readonly requirementText: string;
  readonly controlText: string;
  /** The strength in the file; undefined if the file has no column for strengths, and null if the cell is empty. */
  readonly strength: Strength | null | undefined;
} & (
  | { readonly outcome: 'created'; readonly requirement: Requirement; readonly control: CodedControl }
  | { readonly outcome: 'updated'; readonly before: ExistingMap; readonly requirement: Requirement; readonly control: CodedControl }
  | { readonly outcome: 'unchanged'; readonly before: ExistingMap }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors }
);

export const mappingColumns = {
  words: {
    requirement: [
      'requirementid',
      'requirementidentifier',
      'requirementnumber',
      'requirementno',
      'requirementref',
      'reqid',
      'reqno',
      'anforderungsid',
      'anforderungsnummer',
      'requirement',
      'anforderung',
      'identifier',
      'clause',
      'reference',
      'ref',
      'refid',
      'kennung',
      'referenz',
    ],
    controlId: [
      'controlid',
      'controlcode',
      'controlnumber',
      'controlno',
      'controlref',
      'externalid',
      'kontrollid',
      'kontrollnummer',
      'maßnahmenid',
      'massnahmenid',
      'maßnahmennummer',
      'massnahmennummer',
    ],
    controlName: ['controlname', 'controltitle', 'control', 'kontrolle', 'maßnahme', 'massnahme', 'kontrollname'],
    strength: ['strength', 'mappingstrength', 'relationship', 'coverage', 'stärke', 'staerke', 'abdeckung', 'erfüllung'],
  },
  requiredGroups: [['requirement'], ['controlId', 'controlName']],
} as const satisfies TableColumns<string>;

const strengthWords: Readonly<Record<Strength, readonly string[]>> = {
  full: ['full', 'fully', 'complete', 'voll', 'vollständig'],
  partial: ['partial', 'partially', 'partly', 'teilweise'],
  supports: ['supports', 'support', 'supporting', 'unterstützt', 'unterstützend'],
};

/** @param existing the records of the framework and the organization @returns a step for each row, in the order of the file */
export function planMappings(
  rows: readonly FoundRow[],
  existing: {
    readonly requirements: readonly Requirement[];
    readonly controls: readonly CodedControl[];
    readonly maps: readonly ExistingMap[];
  },
): MappingStep[] {
  const requirements = Map.groupBy(existing.requirements, ({ identifier }) => toOneLine(identifier));
  const { find } = createControlCodes(existing.controls);
  const activeControls = existing.controls.filter(({ archivedAt }) => archivedAt === null);
  const controlsByName = Map.groupBy(activeControls, ({ name }) => nameKey(name));
  const maps = new Map(existing.maps.map((map) => [keyOf(map.requirementId, map.controlId), map]));
  const seenKeys = new Set<string>();
  return rows.map(({ place, cells }): MappingStep => {
    const { requirement: identifier = '', controlId = '', controlName = '' } = cells;
    const { strength, isKnown } = parseStrength(cells.strength);
    const row = { place, requirementText: toOneLine(identifier), controlText: controlId || controlName, strength };
    const [requirement, ...otherRequirements] = requirements.get(row.requirementText) ?? [];
    const controlsWithName = controlsByName.get(nameKey(controlName)) ?? [];
    const controlWithCode = find(controlId);
    const control = controlWithCode ?? controlsWithName[0] ?? find(controlName);
    const key = requirement && control && keyOf(requirement.id, control.id);
    const errors: FieldErrors = {
      ...((!requirement || otherRequirements.length > 0) && {
        requirementIdentifier: row.requirementText
          ? fieldErrors.unknownReference('requirement', 'the identifier of a requirement of the framework')
          : fieldErrors.blank(),
      }),
      ...((!control || control.archivedAt !== null) && {
        controlReference: row.controlText ? fieldErrors.unknownReference('control', 'a control in use') : fieldErrors.blank(),
      }),
      ...(!controlWithCode &&
        controlsWithName.length > 1 && { controlReference: fieldErrors.notAllowed('must be the name of one control only') }),
      ...(!isKnown && {
        strength: {
          code: 'not_in_list',
          message: 'must be full, partial or supports',
          params: { allowed: ['full', 'partial', 'supports'] },
        },
      }),
      ...(key !== undefined &&
        seenKeys.has(key) && { controlReference: fieldErrors.duplicate('must not be repeated with the requirement in the file') }),
    };
    if (key !== undefined) seenKeys.add(key);
    if (!requirement || !control || Object.keys(errors).length) return { ...row, outcome: 'refused', errors };
    const before = maps.get(keyOf(requirement.id, control.id));
    if (!before || before.isArchived) return { ...row, outcome: 'created', requirement, control };
    if (isUnchanged(before, strength)) return { ...row, outcome: 'unchanged', before };
    return { ...row, outcome: 'updated', before, requirement, control };
  });
}

/** Returns whether the strength in the file changes nothing. An empty cell (null) removes the organization's strength. */
function isUnchanged({ ownStrength, strength }: ExistingMap, newStrength: Strength | null | undefined): boolean {
  return newStrength === undefined || (newStrength === null ? ownStrength === null : newStrength === strength);
}

function parseStrength(cell: string | undefined): { readonly strength: Strength | null | undefined; readonly isKnown: boolean } {
  if (cell === undefined) return { strength: undefined, isKnown: true };
  const word = cell.trim().toLowerCase();
  if (word === '') return { strength: null, isKnown: true };
  const strength = (['full', 'partial', 'supports'] as const).find((candidate) => strengthWords[candidate].includes(word));
  return { strength: strength ?? null, isKnown: strength !== undefined };
}

const keyOf = (requirementId: string, controlId: string) => `${requirementId} ${controlId}`;
const nameKey = (name: string) => toOneLine(name).toLowerCase();

/** Maximum length in characters of a text of the file in the response. */
const maxLength = 255;

/** Builds the response of an import. @param ids the ids of created maps by requirement and control; empty in a dry run */
export function toImportResponse(
  steps: readonly MappingStep[],
  ids: ReadonlyMap<string, string> = new Map(),
): Schemas['FrameworkMappingsImported'] {
  const truncate = (text: string) => [...text].slice(0, maxLength).join('');
  const results = steps.map((step): Schemas['FrameworkMappingImportResult'] => {
    const resultFields = {
      place: truncate(step.place),
      requirementIdentifier: truncate(step.requirementText),
      controlReference: truncate(step.controlText),
      strength: step.strength ?? null,
      outcome: step.outcome,
    };
    if (step.outcome === 'refused')
      return {
        ...resultFields,
        id: null,
        details: detailsOf(step.errors),
      };
    return {
      ...resultFields,
      id: step.outcome === 'created' ? (ids.get(keyOf(step.requirement.id, step.control.id)) ?? null) : step.before.id,
    };
  });
  const count = (outcome: MappingStep['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return {
    results,
    summary: {
      total: results.length,
      createdCount: count('created'),
      updatedCount: count('updated'),
      unchangedCount: count('unchanged'),
      refusedCount: count('refused'),
    },
  };
}

/** Calculates the implementation status of a requirement from the statuses of its controls (frameworks, rule 40). */
export function statusOf(isInScope: boolean, statuses: readonly Schemas['ImplementationStatus'][]): Schemas['ImplementationStatus'] {
  if (!isInScope) return 'not_applicable';
  const applicableStatuses = statuses.filter((status) => status !== 'not_applicable');
  if (!applicableStatuses.length) return statuses.length ? 'not_applicable' : 'not_started';
  if (applicableStatuses.every((status) => status === 'implemented')) return 'implemented';
  return applicableStatuses.every((status) => status === 'not_started') ? 'not_started' : 'partial';
}
