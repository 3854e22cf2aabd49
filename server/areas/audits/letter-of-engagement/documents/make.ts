/** Returns the PDF of a letter: the stored file, or a newly created one. */
import type { Readable } from 'node:stream';
import type { Files } from '#platform/ports/files';
import type { DocumentInput } from '../queries/document.ts';
import { renderLetter } from './render.ts';

/** @returns the stored file of a signed letter; otherwise, or if the reader may not see the fee, a newly created file */
export async function getLetterFile(files: Files, organizationId: string, documentInput: DocumentInput): Promise<Readable | Buffer> {
  const storedPdf = documentInput.pdfKey === null || documentInput.source.withoutFee ? undefined : await files.stream(documentInput.pdfKey);
  return storedPdf ?? createLetterFile(files, organizationId, documentInput);
}

/** Creates the PDF of a letter. @throws TooBusy, WorkerEnded */
export async function createLetterFile(
  files: Files,
  organizationId: string,
  { source, logoKey, paperKeys }: DocumentInput,
): Promise<Buffer> {
  const logo = logoKey === null ? undefined : await files.read(logoKey);
  const papers: Buffer[] = [];
  for (const key of source.withoutFee ? [] : paperKeys) {
    const paper = await files.read(key);
    if (!paper) throw new Error('the file of a countersigned letter was not found');
    papers.push(paper);
  }
  return renderLetter(organizationId, source, { logo, papers });
}
