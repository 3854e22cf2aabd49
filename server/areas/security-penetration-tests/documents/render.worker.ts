/** This worker makes the report of a penetration test, and adds notes to one. */
import { pagesIn, withInserted } from '../../../documents/pdf/merge.ts';
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import type { Reported, Stated } from '../rules/report.ts';
import { notesDocument, reportDocument } from './report.ts';

export type Input =
  | { readonly make: 'report'; readonly reported: Reported }
  /** The report comes in parts. */
  | { readonly make: 'appendix'; readonly targetUrl: string; readonly notes: readonly Stated[] };

const render: Work<Input, Uint8Array> = async (input, parts) => {
  if (input.make === 'report') return piecesOf(await reportDocument(input.reported));
  const report = Buffer.concat(parts);
  const notes = await pagesIn(await notesDocument(input.targetUrl, input.notes));
  const own = await pagesIn(report);
  if (!notes || !own) throw new Error('the report has no pages that notes could follow');
  return piecesOf(await withInserted(report, [{ after: own.count - 1, pages: notes }], (index) => `${index + 1}`));
};

export default render;
