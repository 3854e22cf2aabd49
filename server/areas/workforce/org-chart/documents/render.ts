import path from 'node:path';
import type { ChartContent } from '#domain/people/org-chart/nodes';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type { PictureFormat } from './layout.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 60;
/** Seconds that a request waits while other files are created. */
const waitSeconds = 30;
const inPart = 200;

/** Draws the picture in a worker. @throws TooBusy, WorkerEnded */
export async function render(
  organizationId: string,
  title: string,
  { nodes, edges }: ChartContent,
  format: PictureFormat,
): Promise<Buffer> {
  // Sends only what is drawn, because editors may store other data in the nodes.
  const drawnNodes = nodes.map(({ id, type, position, data }) => ({
    id,
    ...(type !== undefined && { type }),
    ...(position && { position: { x: position.x, y: position.y } }),
    ...(data && {
      data: { memberId: data.memberId ?? null, name: data.name ?? '', title: data.title ?? '', department: data.department ?? '' },
    }),
  }));
  const lines = edges.map(({ id, source, target }) => ({ id, source, target }));
  return joinBytes(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: { title, format },
      parts: partsOf([...splitList(drawnNodes, inPart)], [...splitList(lines, inPart)]),
    }),
  );
}

function* partsOf(nodes: readonly ChartContent['nodes'][], edges: readonly ChartContent['edges'][]): Generator<ChartContent> {
  for (const chunk of nodes) yield { nodes: chunk, edges: [] };
  for (const chunk of edges) yield { nodes: [], edges: chunk };
}
