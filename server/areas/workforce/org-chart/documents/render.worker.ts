/** Worker that draws charts as PDF or SVG. */
import type { ChartContent } from '#domain/people/org-chart/nodes';
import { splitBytes, type Work } from '#platform/workers/work';
import { type PictureFormat, layOutChart } from './layout.ts';
import { createPdf } from './pdf.ts';
import { createSvg } from './svg.ts';

const render: Work<{ readonly title: string; readonly format: PictureFormat }, ChartContent> = async ({ title, format }, parts) => {
  const picture = layOutChart(title, { nodes: parts.flatMap(({ nodes }) => nodes), edges: parts.flatMap(({ edges }) => edges) });
  return splitBytes(format === 'pdf' ? await createPdf(picture) : Buffer.from(createSvg(picture)));
};

export default render;
