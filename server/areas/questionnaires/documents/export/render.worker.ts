/** The work of a worker: a questionnaire as a file. */
import { zipSync } from 'fflate';
import { piecesOf, type Work } from '../../../../platform/workers/work.ts';
import type { Content, Entry } from './content.ts';
import { separatedOf } from './csv.ts';
import { documentOf } from './document.ts';
import { exportName, type ExportFormat } from './names.ts';
import { workbookOf } from './workbook.ts';

const makers = { xlsx: workbookOf, csv: separatedOf, pdf: documentOf, zip: allOf } as const satisfies Record<
  ExportFormat,
  (content: Content) => Uint8Array | Promise<Uint8Array>
>;

const render: Work<Omit<Content, 'entries'> & { readonly format: ExportFormat }, readonly Entry[]> = async (
  { format, ...content },
  parts,
) => piecesOf(await makers[format]({ ...content, entries: parts.flat() }));

export default render;

async function allOf(whole: Content): Promise<Uint8Array> {
  return zipSync({
    [exportName(whole.title, 'xlsx')]: await workbookOf(whole),
    [exportName(whole.title, 'csv')]: separatedOf(whole),
    [exportName(whole.title, 'pdf')]: await documentOf(whole),
  });
}
