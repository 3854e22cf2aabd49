/** Plans an import of mappings (frameworks, rule 41). */
import type { components } from '#generated/api';
import type { Strength } from '#domain/catalogue/types';
import { type CodedControl, createControlCodes } from '#domain/controls/codes';
import type { TableColumns, FoundRow } from '#documents/tables/columns';
import { toOneLine } from '#documents/tables/texts';

type Schemas = components['schemas'];
export type Requirement = Pick<Schemas['AdoptedRequirement'], 'id' | 'identifier' | 'kind'>;
/** An existing map, archived or not. */
export interface ExistingMap {
  readonly id: string;
  readonly controlId: string;
  /** The id of a catalog requirement or of a custom one. */
  readonly requirementId: string;
  readonly isArchived: boolean;
  /** The strength that the organization has set. */
  readonly own: Strength | null;
  /** The effective strength: the one of the organization, or else that of the catalog. */
  readonly strength: Strength | null;
}

/** A row of the file and its outcome. */
export type MappingStep = {
  readonly place: string;
  readonly requirementText: string;
  readonly controlText: string;
  /** The strength in the file; undefined if the file has no column for it. */
  readonly strength: Strength | null | undefined;
} & (
  | { readonly outcome: 'created'; readonly requirement: Requirement; readonly control: CodedControl }
  | { readonly outcome: 'updated'; readonly before: ExistingMap; readonly requirement: Requirement; readonly control: CodedControl }
  | { readonly outcome: 'unchanged'; readonly before: ExistingMap }
  | { readonly outcome: 'refused'; readonly faults: Readonly<Record<string, string>> }
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
  needed: [['requirement'], ['controlId', 'controlName']],
} as const satisfies TableColumns<string>;

const strengthWords: Readonly<Record<Strength, readonly string[]>> = {
  full: ['full', 'fully', 'complete', 'voll', 'vollständig'],
  partial: ['partial', 'partially', 'partly', 'teilweise'],
  supports: ['supports', 'support', 'supporting', 'unterstützt', 'unterstützend'],
};

/** @param known records of the framework and the organization @returns a step for each row, in the order of the file */
export function planMappings(
  rows: readonly FoundRow[],
  known: {
    readonly requirements: readonly Requirement[];
    readonly controls: readonly CodedControl[];
    readonly maps: readonly ExistingMap[];
  },
): MappingStep[] {
  const requirements = Map.groupBy(known.requirements, ({ identifier }) => toOneLine(identifier));
  const { find } = createControlCodes(known.controls);
  const inUse = known.controls.filter(({ archivedAt }) => archivedAt === null);
  const named = Map.groupBy(inUse, ({ name }) => nameKey(name));
  const maps = new Map(known.maps.map((map) => [keyOf(map.requirementId, map.controlId), map]));
  const seen = new Set<string>();
  return rows.map(({ place, cells }): MappingStep => {
    const { requirement: identifier = '', controlId = '', controlName = '' } = cells;
    const { strength, isKnown } = strengthIn(cells.strength);
    const row = { place, requirementText: toOneLine(identifier), controlText: controlId || controlName, strength };
    const [requirement, ...others] = requirements.get(row.requirementText) ?? [];
    const byName = named.get(nameKey(controlName)) ?? [];
    const byCode = find(controlId);
    const control = byCode ?? byName[0] ?? find(controlName);
    const key = requirement && control && keyOf(requirement.id, control.id);
    const faults = {
      ...((!requirement || others.length > 0) && {
        requirementIdentifier: row.requirementText ? 'must be the identifier of a requirement of the framework' : 'must not be blank',
      }),
      ...((!control || control.archivedAt !== null) && {
        controlReference: row.controlText ? 'must be a control in use' : 'must not be blank',
      }),
      ...(!byCode && byName.length > 1 && { controlReference: 'must be the name of one control only' }),
      ...(!isKnown && { strength: 'must be full, partial or supports' }),
      ...(key !== undefined && seen.has(key) && { controlReference: 'must not be repeated with the requirement in the file' }),
    };
    if (key !== undefined) seen.add(key);
    if (!requirement || !control || Object.keys(faults).length) return { ...row, outcome: 'refused', faults };
    const before = maps.get(keyOf(requirement.id, control.id));
    if (!before || before.isArchived) return { ...row, outcome: 'created', requirement, control };
    if (isSame(before, strength)) return { ...row, outcome: 'unchanged', before };
    return { ...row, outcome: 'updated', before, requirement, control };
  });
}

/** An empty cell falls back to the strength of the catalog. */
function isSame({ own, strength }: ExistingMap, given: Strength | null | undefined): boolean {
  return given === undefined || (given === null ? own === null : given === strength);
}

function strengthIn(cell: string | undefined): { readonly strength: Strength | null | undefined; readonly isKnown: boolean } {
  if (cell === undefined) return { strength: undefined, isKnown: true };
  const word = cell.trim().toLowerCase();
  if (word === '') return { strength: null, isKnown: true };
  const strength = (['full', 'partial', 'supports'] as const).find((one) => strengthWords[one].includes(word));
  return { strength: strength ?? null, isKnown: strength !== undefined };
}

const keyOf = (requirementId: string, controlId: string) => `${requirementId} ${controlId}`;
const nameKey = (name: string) => toOneLine(name).toLowerCase();

/** Maximum length of values of the file in the response. */
const maxLength = 255;

/** @param ids ids of created maps by requirement and control; empty in a dry run */
export function mappingsAnswer(
  steps: readonly MappingStep[],
  ids: ReadonlyMap<string, string> = new Map(),
): Schemas['FrameworkMappingsImported'] {
  const short = (text: string) => [...text].slice(0, maxLength).join('');
  const results = steps.map((step): Schemas['FrameworkMappingImportResult'] => {
    const about = {
      place: short(step.place),
      requirementIdentifier: short(step.requirementText),
      controlReference: short(step.controlText),
      strength: step.strength ?? null,
      outcome: step.outcome,
    };
    if (step.outcome === 'refused')
      return {
        ...about,
        id: null,
        details: Object.fromEntries(Object.entries(step.faults).map(([field, message]) => [field, { _errors: [message] }])),
      };
    return { ...about, id: step.outcome === 'created' ? (ids.get(keyOf(step.requirement.id, step.control.id)) ?? null) : step.before.id };
  });
  const count = (outcome: MappingStep['outcome']) => results.filter((one) => one.outcome === outcome).length;
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

/** The implementation status of a requirement by those of its controls (frameworks, rule 40). */
export function statusOf(isInScope: boolean, statuses: readonly Schemas['ImplementationStatus'][]): Schemas['ImplementationStatus'] {
  if (!isInScope) return 'not_applicable';
  const counted = statuses.filter((status) => status !== 'not_applicable');
  if (!counted.length) return statuses.length ? 'not_applicable' : 'not_started';
  if (counted.every((status) => status === 'implemented')) return 'implemented';
  return counted.every((status) => status === 'not_started') ? 'not_started' : 'partial';
}
