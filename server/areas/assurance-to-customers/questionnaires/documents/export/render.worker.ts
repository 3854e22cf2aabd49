/** Worker that creates the file of an export. */
import { zipSync } from 'fflate';
import { joinBytes, splitBytes, type Work } from '#platform/workers/work';
import type { Content, Entry } from './content.ts';
import { createCsv } from './csv.ts';
import { createPdf } from './document.ts';
import { fillWorkbook } from './filled.ts';
import { exportName, type ExportFormat } from './names.ts';
import { createWorkbook } from './workbook.ts';

interface ExportJob extends Content {
  /** The uploaded workbook, or no bytes if answers are not filled in. */
  readonly original: Uint8Array;
}

const writers = { xlsx: createExportWorkbook, csv: createCsv, pdf: createPdf, zip: zipAllFormats } as const satisfies Record<
  ExportFormat,
  (job: ExportJob) => Uint8Array | Promise<Uint8Array>
>;

type RenderWork = Work<Omit<Content, 'entries'> & { readonly format: ExportFormat }, readonly Entry[] | Uint8Array>;

const render: RenderWork = async ({ format, ...content }, parts) => {
  const entries = parts.flatMap((part) => (part instanceof Uint8Array ? [] : part));
  const original = joinBytes(parts.filter((part) => part instanceof Uint8Array));
  return splitBytes(await writers[format]({ ...content, entries, original }));
};

export default render;

/** @returns the uploaded workbook with the answers filled in, or a new workbook if that is not possible */
async function createExportWorkbook(job: ExportJob): Promise<Uint8Array> {
  return (job.original.length > 0 ? await fillWorkbook(job.original, job.entries) : undefined) ?? createWorkbook(job);
}

async function zipAllFormats(job: ExportJob): Promise<Uint8Array> {
  return zipSync({
    [exportName(job.title, 'xlsx')]: await createExportWorkbook(job),
    [exportName(job.title, 'csv')]: createCsv(job),
    [exportName(job.title, 'pdf')]: await createPdf(job),
  });
}
