/** A worker that creates an ISMS document as PDF or DOCX. */
import { splitBytes, type Work } from '#platform/workers/work';
import type { Paper } from '../rules/paper.ts';
import type { Section } from '../rules/sections/blocks.ts';

type Input = Omit<Paper, 'sections'> & { readonly format: 'pdf' | 'docx' };

const render: Work<Input, readonly Section[]> = async ({ format, ...paper }, parts) => {
  const document = { ...paper, sections: parts.flat() };
  // Loads only the library of the requested format, because loading takes longer than creating most documents.
  if (format === 'pdf') return splitBytes(await (await import('./pdf.ts')).pdfOf(document));
  return splitBytes(await (await import('./docx.ts')).docxOf(document));
};

export default render;
