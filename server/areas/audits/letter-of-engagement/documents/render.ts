/** Renders letters, and checks countersigned papers, in workers. */
import path from 'node:path';
import { TooBusy } from '#platform/workers/fair-queue';
import { WorkerEnded } from '#platform/workers/process';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitBytes } from '#platform/workers/work';
import type letterWork from './letter.worker.ts';
import type paperWork from './paper.worker.ts';
import type { LetterSource, Part } from './source.ts';

// The extension is .ts when run from source and .js when built.
const moduleOf = (name: string) => new URL(`${name}.worker${path.extname(import.meta.url)}`, import.meta.url);
const [letterModule, paperModule] = [moduleOf('letter'), moduleOf('paper')];
/** Seconds after which a worker that is still creating a letter is ended. */
const seconds = 60;
/** A paper that takes longer than this many seconds counts as unreadable. */
const readSeconds = 15;
/** Seconds that a request waits for a free worker. */
const waitSeconds = 30;

/** Files that are included in a letter. */
export interface Attachments {
  readonly logo: Buffer | undefined;
  readonly papers: readonly Buffer[];
}

/**
 * Creates the PDF of a letter in a worker. The same input results in the same bytes. A logo that cannot be drawn is left out.
 * @throws TooBusy, WorkerEnded
 */
export async function renderLetter(organizationId: string, source: LetterSource, attachments: Attachments): Promise<Buffer> {
  try {
    return await render(organizationId, source, attachments);
  } catch (error) {
    if (!attachments.logo || error instanceof TooBusy) throw error;
    return render(organizationId, source, { ...attachments, logo: undefined });
  }
}

async function render(organizationId: string, source: LetterSource, attachments: Attachments): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof letterWork>({
      group: 'write',
      module: letterModule,
      seconds,
      waitSeconds,
      organizationId,
      input: source,
      parts: partsOf(attachments),
    }),
  );
}

function* partsOf({ logo, papers }: Attachments): Generator<Part> {
  if (logo) {
    yield { begins: 'logo' };
    yield* splitBytes(logo);
  }
  for (const paper of papers) {
    yield { begins: 'paper' };
    yield* splitBytes(paper);
  }
}

/**
 * @returns whether the pages of a PDF can be appended to a letter
 * @throws TooBusy
 */
export async function isReadable(organizationId: string, pdf: Buffer): Promise<boolean> {
  try {
    const [isReadableResult] = await runInWorker<typeof paperWork>({
      group: 'read',
      module: paperModule,
      seconds: readSeconds,
      waitSeconds,
      organizationId,
      input: undefined,
      parts: splitBytes(pdf),
    });
    return isReadableResult === true;
  } catch (error) {
    if (error instanceof WorkerEnded) return false;
    throw error;
  }
}
