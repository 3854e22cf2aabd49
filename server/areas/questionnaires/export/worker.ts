/** The thread in which a file is made. */
import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';
import type { Content } from './content.ts';
import { separatedOf } from './csv.ts';
import { documentOf } from './document.ts';
import { exportName, type ExportFormat } from './names.ts';
import { workbookOf } from './workbook.ts';

const { content, format }: { content: Content; format: ExportFormat } = workerData;
const makers = { xlsx: workbookOf, csv: separatedOf, pdf: documentOf } as const;

parentPort?.postMessage(new Uint8Array(format === 'zip' ? await allOf(content) : await makers[format](content)));

async function allOf(whole: Content): Promise<Uint8Array> {
  return zipSync({
    [exportName(whole.title, 'xlsx')]: await workbookOf(whole),
    [exportName(whole.title, 'csv')]: separatedOf(whole),
    [exportName(whole.title, 'pdf')]: await documentOf(whole),
  });
}
