/** A worker that creates a letter as PDF. */
import { splitBytes, type Work } from '#platform/workers/work';
import { createLetterPdf } from './document.ts';
import type { LetterSource, Part } from './source.ts';

const render: Work<LetterSource, Part> = async (source, parts) => {
  const files: { readonly kind: 'logo' | 'paper'; readonly pieces: Uint8Array[] }[] = [];
  for (const part of parts) {
    if (part instanceof Uint8Array) files.at(-1)?.pieces.push(part);
    else files.push({ kind: part.begins, pieces: [] });
  }
  const filesOf = (wantedKind: string) => files.filter(({ kind }) => kind === wantedKind).map(({ pieces }) => Buffer.concat(pieces));
  return splitBytes(await createLetterPdf(source, filesOf('logo')[0], filesOf('paper')));
};

export default render;
