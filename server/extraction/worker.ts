/** The thread in which a file is read. Each kind loads only its own library. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Block, hasText, isTooMuch } from './blocks.ts';
import type { FileKind } from './kinds.ts';
import { tooMuchText, Unusable, withoutText } from './unusable.ts';

const { bytes, kind }: { bytes: Uint8Array<ArrayBuffer>; kind: FileKind } = workerData;

try {
  const blocks = await blocksOf();
  if (isTooMuch(blocks)) throw tooMuchText();
  if (!hasText(blocks)) throw withoutText();
  parentPort?.postMessage({ blocks });
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  parentPort?.postMessage({ unusable: error.message, status: error.status });
}

async function blocksOf(): Promise<Block[]> {
  switch (kind) {
    case 'pdf': return (await import('./pdf.ts')).readPdf(bytes);
    case 'image': return (await import('./image.ts')).readImage(bytes);
    case 'xlsx': return (await import('./workbook.ts')).readWorkbook(bytes);
    case 'docx': return (await import('./document.ts')).readDocument(bytes);
    case 'csv': return (await import('./separated.ts')).readSeparated(bytes);
    case 'text': return (await import('./text.ts')).readText(bytes);
  }
}
