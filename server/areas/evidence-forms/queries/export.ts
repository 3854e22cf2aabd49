/** The submissions of a form as lines of CSV. */
import type { Readable } from 'node:stream';
import type { FilterOf } from '../../../contract/types.ts';
import { csvOf } from '../../../documents/spreadsheets/csv.ts';
import type { FormDefinition } from '../../../domain/evidence-forms/definition.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { Position } from '../../../platform/database/page.ts';
import { streamPieces } from '../../../platform/database/pieces.ts';
import { headingsOf, rowOf } from '../rules/table.ts';
import { listWhole } from './submissions.ts';

/** A submission may have a megabyte. */
const batch = 25;

/** Exports the submissions, newest first. @param addressOf the address of a submission in the interface */
export function exportLines(
  context: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  form: FormDefinition,
  filter: FilterOf<'exportEvidenceSubmissionsCsv'>,
  addressOf: (id: string) => string,
): Promise<Readable> {
  return streamPieces(
    context,
    (db, after: Position | undefined) => listWhole(db, form.type, filter, after, batch),
    (submissions) => submissions.map((submission) => csvOf([rowOf(form, submission, addressOf(submission.id))])),
    [csvOf([headingsOf(form)])],
  );
}
