/** This worker draws a chart. */
import type { Drawing } from '../../../domain/org-chart/nodes.ts';
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import { type PictureFormat, pictureOf } from './layout.ts';
import { pdfOf } from './pdf.ts';
import { svgOf } from './svg.ts';

const render: Work<{ readonly title: string; readonly format: PictureFormat }, Drawing> = async ({ title, format }, parts) => {
  const picture = pictureOf(title, { nodes: parts.flatMap(({ nodes }) => nodes), edges: parts.flatMap(({ edges }) => edges) });
  return piecesOf(format === 'pdf' ? await pdfOf(picture) : Buffer.from(svgOf(picture)));
};

export default render;
