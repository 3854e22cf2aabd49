/** Worker that lays out the blocks of a report as PDF. */
import { splitBytes, type Work } from '#platform/workers/work';
import { createPdf } from './pages.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';

const report: Work<ReportHead, ReportBlock> = async (head, blocks) => splitBytes(await createPdf(head, blocks));

export default report;
