/** The file of a letter: the one that is stored, or one that is made now. */
import type { Readable } from 'node:stream';
import type { Files } from '../../../platform/ports/files.ts';
import type { Findings } from '../queries/document.ts';
import { renderLetter } from './render.ts';

/** @returns the signed letter as it is stored; without it, and for a reader whom the fee does not concern, one that is made now */
export async function fileOf(files: Files, organizationId: string, found: Findings): Promise<Readable | Buffer> {
  const stored = found.pdfKey === null || found.source.withoutFee ? undefined : await files.stream(found.pdfKey);
  return stored ?? makeFile(files, organizationId, found);
}

/** @throws TooBusy, WorkerEnded */
export async function makeFile(files: Files, organizationId: string, { source, logoKey, paperKeys }: Findings): Promise<Buffer> {
  const logo = logoKey === null ? undefined : await files.read(logoKey);
  const papers: Buffer[] = [];
  for (const key of source.withoutFee ? [] : paperKeys) {
    const paper = await files.read(key);
    if (!paper) throw new Error('a countersigned paper is gone');
    papers.push(paper);
  }
  return renderLetter(organizationId, source, { logo, papers });
}
