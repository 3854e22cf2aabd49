/** Plans an import of controls (controls, rule 17). */
import type { components } from '#generated/api';
import { changedFields } from '#domain/bulk/changed-fields';
import type { TableColumns, FoundRow } from '#documents/tables/columns';
import { detailsOf } from '#platform/refusals/details';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { toOneLine, plainText } from '#documents/tables/texts';
import { parseTime } from './dates.ts';

type Schemas = components['schemas'];
type Control = Schemas['UpdatePreviewControl'];
type Row = Pick<Schemas['ControlRow'], 'externalId' | 'name' | 'description' | 'lastReviewDate' | 'nextReviewDate'>;

/** The planned outcome for a row of the file. */
export type ControlStep = { readonly place: string; readonly code: string; readonly name: string } & (
  | { readonly outcome: 'created'; readonly row: Row }
  | { readonly outcome: 'updated'; readonly row: Row; readonly before: Control }
  | { readonly outcome: 'unchanged'; readonly before: Control }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors }
);

export const controlColumns = {
  words: {
    control: [
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
      'id',
      'identifier',
      'code',
      'ref',
      'refid',
      'reference',
      'number',
      'no',
      'nr',
      'kennung',
      'nummer',
    ],
    name: ['name', 'controlname', 'controltitle', 'title', 'control', 'bezeichnung', 'titel', 'kontrolle', 'maßnahme', 'massnahme'],
    description: ['description', 'controldescription', 'controlstatement', 'text', 'details', 'beschreibung'],
    lastReviewDate: ['lastreview', 'lastreviewdate', 'lastreviewed', 'reviewed', 'letzteprüfung', 'letztepruefung', 'zuletztgeprüft'],
    nextReviewDate: ['nextreview', 'nextreviewdate', 'reviewdue', 'nächsteprüfung', 'naechstepruefung'],
  },
  requiredGroups: [['control'], ['name']],
} as const satisfies TableColumns<string>;

/** Limits in characters, as when a single control is created. */
const limits = { controlCode: 255, name: 255, description: 10_000 } as const;
const dateFields = ['lastReviewDate', 'nextReviewDate'] as const;

/** @param find finds a control by its code @returns a step for each row, in the order of the file */
export function planControls(rows: readonly FoundRow[], find: (code: string) => Control | undefined): ControlStep[] {
  const seenKeys = new Set<string>();
  return rows.map(({ place, cells }): ControlStep => {
    const [code, name] = [cells.control ?? '', toOneLine(cells.name ?? '')];
    const before = find(code);
    const key = before?.id ?? code;
    const dateValues = dateFields.flatMap((field) =>
      cells[field] === undefined ? [] : [[field, cells[field] && parseTime(cells[field])] as const],
    );
    const description = cells.description ?? before?.description ?? '';
    const errors = {
      ...validate({ controlCode: code, name, description: cells.description === undefined && before ? 'kept' : description }),
      ...Object.fromEntries(dateValues.flatMap(([field, time]) => (time === undefined ? [[field, fieldErrors.invalidDate()]] : []))),
      ...(seenKeys.has(key) && code && { controlCode: fieldErrors.duplicate('must not be repeated in the file') }),
    };
    seenKeys.add(key);
    const rowInfo = { place, code, name };
    if (Object.keys(errors).length) return { ...rowInfo, outcome: 'refused', errors };
    const row: Row = {
      externalId: code,
      name,
      // Tables lose line endings and surrounding white space, so an equal text keeps its stored form.
      description: before && plainText(before.description) === description ? before.description : description,
      ...Object.fromEntries(dateValues.map(([field, time]) => [field, time || null])),
    };
    if (!before) return { ...rowInfo, outcome: 'created', row };
    const { externalId, ...fields } = row;
    return Object.keys(changedFields(fields, before)).length
      ? { ...rowInfo, outcome: 'updated', row, before }
      : { ...rowInfo, outcome: 'unchanged', before };
  });
}

function validate(values: Readonly<Record<keyof typeof limits, string>>): FieldErrors {
  const fields = ['controlCode', 'name', 'description'] as const;
  return Object.fromEntries([
    ...fields.filter((field) => [...values[field]].length > limits[field]).map((field) => [field, fieldErrors.tooLong(limits[field])]),
    ...fields.filter((field) => values[field] === '').map((field) => [field, fieldErrors.blank()]),
  ]);
}

/** Builds the response of an import. @param ids the ids of created controls by code; empty in a dry run */
export function toImportResponse(steps: readonly ControlStep[], ids: ReadonlyMap<string, string> = new Map()): Schemas['ControlsImported'] {
  const truncate = (text: string, length: number) => [...text].slice(0, length).join('');
  const results = steps.map((step): Schemas['ControlImportResult'] => {
    const { place, code, name, outcome } = step;
    const rowInfo = {
      place: truncate(place, 300),
      controlCode: truncate(code, limits.controlCode),
      name: truncate(name, limits.name),
      outcome,
    };
    if (step.outcome === 'refused')
      return {
        ...rowInfo,
        id: null,
        details: detailsOf(step.errors),
      };
    return { ...rowInfo, id: step.outcome === 'created' ? (ids.get(code) ?? null) : step.before.id };
  });
  const count = (outcome: ControlStep['outcome']) => results.filter((result) => result.outcome === outcome).length;
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
