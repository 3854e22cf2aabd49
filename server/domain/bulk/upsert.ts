/** Processes bulk requests that create or update records by external id (controls, rule 16, and the same rule in other areas). */
import type { components } from '#generated/api';
import { CallExternal } from '#contract/replies';
import type { OrganizationContext } from '#platform/context';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, type Refusal } from '#platform/refusals/refusal';

type Schemas = components['schemas'];
type Result = Schemas['BulkResult'];
type RowResult = Schemas['BulkRowResult'];

/** The outcome for a row that was not refused. */
export interface AppliedOutcome {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly id: string;
}
export type Outcome = AppliedOutcome | Refusal;

interface Answer {
  readonly status: 200;
  readonly body: Result;
}

interface Row {
  readonly externalId: string;
}

const mustNotRepeat = fieldErrors.duplicate('must not be repeated in the request');

/**
 * @param keys further fields that must be unique among the rows, normalized for comparison
 * @returns each row, with a refusal if a unique field has the same value as in an earlier row
 */
export function checkDistinct<R extends Row>(
  rows: readonly R[],
  keys: (row: R) => Readonly<Record<string, string>> = () => ({}),
): readonly { readonly row: R; readonly refusal: Refusal | undefined }[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const uniqueFields = Object.entries({ externalId: row.externalId, ...keys(row) });
    const repeatedFields = uniqueFields
      .filter(([field, value]) => seen.has(`${field} ${value}`))
      .map(([field]) => [field, mustNotRepeat] as const);
    for (const [field, value] of uniqueFields) seen.add(`${field} ${value}`);
    return { row, refusal: repeatedFields.length ? invalid(Object.fromEntries(repeatedFields)) : undefined };
  });
}

/** @param outcomes the outcome of each row, in the same order @returns the body of the response */
export function resultOf(rows: readonly Row[], outcomes: readonly Outcome[]): Result {
  const results = outcomes.map((outcome, index): RowResult => {
    const rowFields = { index, externalId: rows[index]?.externalId ?? '' };
    if (!isRefusal(outcome)) return { ...rowFields, ...outcome };
    const { code, error } = outcome.body;
    const details = 'details' in outcome.body ? outcome.body.details : undefined;
    return { ...rowFields, outcome: 'refused', id: null, code, error, ...(details && { details }) };
  });
  const count = (counted: RowResult['outcome']) => results.filter(({ outcome }) => outcome === counted).length;
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

/** @returns the response to a bulk request. A dry run does everything that the real run does, and `CallExternal` then rolls it back. */
export function bulkResponse(
  dryRun: boolean | undefined,
  { skipAudit }: Pick<OrganizationContext, 'skipAudit'>,
  result: Result,
): Answer | CallExternal<Answer> {
  if (dryRun !== true) {
    const { createdCount, updatedCount } = result.summary;
    if (createdCount + updatedCount === 0) skipAudit();
    return { status: 200, body: result };
  }
  const results = result.results.map((row) => (row.outcome === 'created' ? { ...row, id: null } : row));
  return new CallExternal<Answer>(() =>
    Promise.resolve((context) => {
      context.skipAudit();
      return Promise.resolve({ status: 200, body: { ...result, results } });
    }),
  );
}
