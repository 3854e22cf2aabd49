/** This worker creates an ISMS document as a PDF or as DOCX. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import type { Paper } from '../rules/paper.ts';
import type { Section } from '../rules/sections/blocks.ts';

type Input = Omit<Paper, 'sections'> & { readonly format: 'pdf' | 'docx' };

const render: Work<Input, readonly Section[]> = async ({ format, ...paper }, parts) => {
  const whole = { ...paper, sections: parts.flat() };
  // Each format takes a library of its own, which takes longer to load than most documents to make.
  if (format === 'pdf') return piecesOf(await (await import('./pdf.ts')).pdfOf(whole));
  return piecesOf(await (await import('./docx.ts')).docxOf(whole));
};

export default render;
