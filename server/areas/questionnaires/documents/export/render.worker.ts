/** This worker creates a questionnaire as a file. */
import { zipSync } from 'fflate';
import { bytesIn, piecesOf, type Work } from '../../../../platform/workers/work.ts';
import type { Content, Entry } from './content.ts';
import { separatedOf } from './csv.ts';
import { documentOf } from './document.ts';
import { filledWorkbook } from './filled.ts';
import { exportName, type ExportFormat } from './names.ts';
import { workbookOf } from './workbook.ts';

interface Whole extends Content {
  /** The workbook that was sent. Empty if there is none. */
  readonly original: Uint8Array;
}

const makers = { xlsx: sheetsOf, csv: separatedOf, pdf: documentOf, zip: allOf } as const satisfies Record<
  ExportFormat,
  (whole: Whole) => Uint8Array | Promise<Uint8Array>
>;

type Rendering = Work<Omit<Content, 'entries'> & { readonly format: ExportFormat }, readonly Entry[] | Uint8Array>;

const render: Rendering = async ({ format, ...content }, parts) => {
  const entries = parts.flatMap((part) => (part instanceof Uint8Array ? [] : part));
  const original = bytesIn(parts.filter((part) => part instanceof Uint8Array));
  return piecesOf(await makers[format]({ ...content, entries, original }));
};

export default render;

/** The workbook that was sent, with the answers in it, or a new one where that is not possible. */
async function sheetsOf(whole: Whole): Promise<Uint8Array> {
  return (whole.original.length > 0 ? await filledWorkbook(whole.original, whole.entries) : undefined) ?? workbookOf(whole);
}

async function allOf(whole: Whole): Promise<Uint8Array> {
  return zipSync({
    [exportName(whole.title, 'xlsx')]: await sheetsOf(whole),
    [exportName(whole.title, 'csv')]: separatedOf(whole),
    [exportName(whole.title, 'pdf')]: await documentOf(whole),
  });
}
