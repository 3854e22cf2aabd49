/** A worker that creates reports of penetration tests, or appends notes to them. */
import { readPages, insertPages } from '#documents/pdf/merge';
import { splitBytes, type Work } from '#platform/workers/work';
import type { ReportContent, StatedNote } from '../rules/report.ts';
import { createNotesPdf, createReportPdf } from './report.ts';

export type Input =
  | { readonly make: 'report'; readonly content: ReportContent }
  /** The report is sent in chunks, as parts. */
  | { readonly make: 'appendix'; readonly targetUrl: string; readonly notes: readonly StatedNote[] };

const render: Work<Input, Uint8Array> = async (input, parts) => {
  if (input.make === 'report') return splitBytes(await createReportPdf(input.content));
  const report = Buffer.concat(parts);
  const notes = await readPages(await createNotesPdf(input.targetUrl, input.notes));
  const reportPages = await readPages(report);
  if (!notes || !reportPages) throw new Error('the report has no pages that notes could follow');
  return splitBytes(await insertPages(report, [{ after: reportPages.count - 1, pages: notes }], (index) => `${index + 1}`));
};

export default render;
