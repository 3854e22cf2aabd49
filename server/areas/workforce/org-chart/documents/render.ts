import path from 'node:path';
import type { ChartContent } from '#domain/people/org-chart/nodes';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type { PictureFormat } from './layout.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which the worker is stopped. */
const seconds = 60;
/** Seconds that a request waits for a free worker while other files are created. */
const waitSeconds = 30;
/** The number of nodes or edges that are sent to the worker at once. */
const itemsInPart = 200;

/** Draws the chart in a worker. @returns the bytes of the picture. @throws TooBusy, WorkerEnded */
export async function renderChart(
  organizationId: string,
  title: string,
  { nodes, edges }: ChartContent,
  format: PictureFormat,
): Promise<Buffer> {
  // Editors may store other data in the nodes, which the worker does not need.
  const drawnNodes = nodes.map(({ id, type, position, data }) => ({
    id,
    ...(type !== undefined && { type }),
    ...(position && { position: { x: position.x, y: position.y } }),
    ...(data && {
      data: { memberId: data.memberId ?? null, name: data.name ?? '', title: data.title ?? '', department: data.department ?? '' },
    }),
  }));
  const drawnEdges = edges.map(({ id, source, target }) => ({ id, source, target }));
  return joinBytes(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: { title, format },
      parts: partsOf([...splitList(drawnNodes, itemsInPart)], [...splitList(drawnEdges, itemsInPart)]),
    }),
  );
}

function* partsOf(nodeChunks: readonly ChartContent['nodes'][], edgeChunks: readonly ChartContent['edges'][]): Generator<ChartContent> {
  for (const chunk of nodeChunks) yield { nodes: chunk, edges: [] };
  for (const chunk of edgeChunks) yield { nodes: [], edges: chunk };
}
