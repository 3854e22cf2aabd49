/** The work of a worker: blocks of text as a PDF. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import { pagesOf } from './pages.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';

const report: Work<ReportHead, ReportBlock> = async (head, blocks) => piecesOf(await pagesOf(head, blocks));

export default report;
