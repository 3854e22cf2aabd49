import path from 'node:path';
import { TooBusy } from '../../../platform/workers/fair-queue.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn, piecesOf } from '../../../platform/workers/work.ts';
import type letterWork from './letter.worker.ts';
import type paperWork from './paper.worker.ts';
import type { LetterSource, Part } from './source.ts';

// Run from source they are .ts, built they are .js.
const moduleOf = (name: string) => new URL(`${name}.worker${path.extname(import.meta.url)}`, import.meta.url);
const [letterModule, paperModule] = [moduleOf('letter'), moduleOf('paper')];
const seconds = 60;
/** Seconds after which a paper counts as one that cannot be read. */
const readSeconds = 15;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;

/** What is put into a letter besides its text. */
export interface Enclosed {
  readonly logo: Buffer | undefined;
  readonly papers: readonly Buffer[];
}

/**
 * Makes the PDF of a letter in a worker, the same bytes for the same letter. A logo that cannot be drawn is left out.
 * @throws TooBusy, WorkerEnded
 */
export async function renderLetter(organizationId: string, source: LetterSource, enclosed: Enclosed): Promise<Buffer> {
  try {
    return await render(organizationId, source, enclosed);
  } catch (error) {
    if (!enclosed.logo || error instanceof TooBusy) throw error;
    return render(organizationId, source, { ...enclosed, logo: undefined });
  }
}

async function render(organizationId: string, source: LetterSource, enclosed: Enclosed): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof letterWork>({
      group: 'write',
      module: letterModule,
      seconds,
      waitSeconds,
      organizationId,
      input: source,
      parts: partsOf(enclosed),
    }),
  );
}

function* partsOf({ logo, papers }: Enclosed): Generator<Part> {
  if (logo) {
    yield { begins: 'logo' };
    yield* piecesOf(logo);
  }
  for (const paper of papers) {
    yield { begins: 'paper' };
    yield* piecesOf(paper);
  }
}

/** @returns whether the pages of a PDF can be put behind those of a letter @throws TooBusy */
export async function isReadable(organizationId: string, pdf: Buffer): Promise<boolean> {
  try {
    const [answer] = await runInWorker<typeof paperWork>({
      group: 'read',
      module: paperModule,
      seconds: readSeconds,
      waitSeconds,
      organizationId,
      input: undefined,
      parts: piecesOf(pdf),
    });
    return answer === true;
  } catch (error) {
    if (error instanceof WorkerEnded) return false;
    throw error;
  }
}
