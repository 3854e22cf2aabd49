/** Many records, created or updated by the ids that another system gives them (spec/areas/controls, rule 16, and its like in other areas). */
import type { components } from '../../../generated/api.d.ts';
import { CallOutside } from '../../contract/replies.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { invalid, isRefusal, type Refusal } from '../../platform/refusals/refusal.ts';

type Schemas = components['schemas'];
type Result = Schemas['BulkResult'];
type RowResult = Schemas['BulkRowResult'];

/** What became of a row that was not refused. */
export interface Settled {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly id: string;
}
export type Outcome = Settled | Refusal;

interface Answer {
  readonly status: 200;
  readonly body: Result;
}

interface Row {
  readonly externalId: string;
}

const repeated = 'must not be repeated in the request';

/** @returns the rows with trimmed ids @param keys further fields of a row that no two rows share, each as it is compared */
export function distinctRows<R extends Row>(
  rows: readonly R[],
  keys: (row: R) => Readonly<Record<string, string>> = () => ({}),
): readonly { readonly row: R; readonly fault: Refusal | undefined }[] {
  const seen = new Set<string>();
  return rows.map((given) => {
    const row = { ...given, externalId: given.externalId.trim() };
    const own = Object.entries({ externalId: row.externalId, ...keys(row) });
    const again = own.filter(([field, value]) => seen.has(`${field} ${value}`)).map(([field]) => [field, repeated] as const);
    for (const [field, value] of own) seen.add(`${field} ${value}`);
    return { row, fault: again.length ? invalid(Object.fromEntries(again)) : undefined };
  });
}

/** @param outcomes of the rows, in their order */
export function resultOf(rows: readonly Row[], outcomes: readonly Outcome[]): Result {
  const results = outcomes.map((outcome, index): RowResult => {
    const about = { index, externalId: rows[index]?.externalId.trim() ?? '' };
    if (!isRefusal(outcome)) return { ...about, ...outcome };
    const { code, error } = outcome.body;
    const details = 'details' in outcome.body ? outcome.body.details : undefined;
    return { ...about, outcome: 'refused', id: null, code, error, ...(details && { details }) };
  });
  const count = (of: RowResult['outcome']) => results.filter(({ outcome }) => outcome === of).length;
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

/** A dry run did all that the real one does, and is rolled back. */
export function answerOf(
  dryRun: boolean | undefined,
  { skipAudit }: Pick<OrganizationContext, 'skipAudit'>,
  result: Result,
): Answer | CallOutside<Answer> {
  if (dryRun !== true) {
    const { createdCount, updatedCount } = result.summary;
    if (createdCount + updatedCount === 0) skipAudit();
    return { status: 200, body: result };
  }
  const results = result.results.map((row) => (row.outcome === 'created' ? { ...row, id: null } : row));
  return new CallOutside<Answer>(() =>
    Promise.resolve((context) => {
      context.skipAudit();
      return Promise.resolve({ status: 200, body: { ...result, results } });
    }),
  );
}
