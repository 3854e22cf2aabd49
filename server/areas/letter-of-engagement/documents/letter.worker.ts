/** This worker creates a letter as a PDF. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import { documentOf } from './document.ts';
import type { LetterSource, Part } from './source.ts';

const render: Work<LetterSource, Part> = async (source, parts) => {
  const files: { readonly kind: 'logo' | 'paper'; readonly pieces: Uint8Array[] }[] = [];
  for (const part of parts) {
    if (part instanceof Uint8Array) files.at(-1)?.pieces.push(part);
    else files.push({ kind: part.begins, pieces: [] });
  }
  const of = (wanted: string) => files.filter(({ kind }) => kind === wanted).map(({ pieces }) => Buffer.concat(pieces));
  return piecesOf(await documentOf(source, of('logo')[0], of('paper')));
};

export default render;
