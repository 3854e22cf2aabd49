/** Exports the submissions of a form as CSV. */
import type { Readable } from 'node:stream';
import type { FilterOf } from '#contract/types';
import { toCsv } from '#documents/spreadsheets/csv';
import type { FormDefinition } from '#domain/evidence-forms/definition';
import type { OrganizationContext } from '#platform/context';
import type { Position } from '#platform/database/page';
import { streamChunks } from '#platform/database/stream-chunks';
import { headingsOf, rowOf } from '../rules/table.ts';
import { listCompleteSubmissions } from '../queries/submissions.ts';

/** The number of submissions that are read at once. It is small because the size of a submission can be a megabyte. */
const batchSize = 25;

/** @returns a stream of CSV lines with the submissions, newest first. @param urlOf returns the URL of a submission */
export function exportLines(
  context: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  form: FormDefinition,
  filter: FilterOf<'exportEvidenceSubmissionsCsv'>,
  urlOf: (id: string) => string,
): Promise<Readable> {
  return streamChunks(
    context,
    (db, after: Position | undefined) => listCompleteSubmissions(db, form.type, filter, after, batchSize),
    (submissions) => submissions.map((submission) => toCsv([rowOf(form, submission, urlOf(submission.id))])),
    [toCsv([headingsOf(form)])],
  );
}
