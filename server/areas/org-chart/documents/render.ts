import path from 'node:path';
import type { Drawing } from '../../../domain/org-chart/nodes.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn, groupsOf } from '../../../platform/workers/work.ts';
import type { PictureFormat } from './layout.ts';
import type work from './render.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 60;
/** Seconds that a request waits while other files are made. */
const waitSeconds = 30;
const inPart = 200;

/** Draws the picture in a worker. @throws TooBusy, WorkerEnded */
export async function render(organizationId: string, title: string, { nodes, edges }: Drawing, format: PictureFormat): Promise<Buffer> {
  // Only what is drawn: an editor may keep anything with its nodes.
  const drawn = nodes.map(({ id, type, position, data }) => ({
    id,
    ...(type !== undefined && { type }),
    ...(position && { position: { x: position.x, y: position.y } }),
    ...(data && {
      data: { memberId: data.memberId ?? null, name: data.name ?? '', title: data.title ?? '', department: data.department ?? '' },
    }),
  }));
  const lines = edges.map(({ id, source, target }) => ({ id, source, target }));
  return bytesIn(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: { title, format },
      parts: partsOf([...groupsOf(drawn, inPart)], [...groupsOf(lines, inPart)]),
    }),
  );
}

function* partsOf(nodes: readonly Drawing['nodes'][], edges: readonly Drawing['edges'][]): Generator<Drawing> {
  for (const some of nodes) yield { nodes: some, edges: [] };
  for (const some of edges) yield { nodes: [], edges: some };
}
