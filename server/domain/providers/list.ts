/** Lists in CSV that an organization pastes, or that are fetched from an address of its choice. */
import path from 'node:path';
import { isObject } from '../../platform/json-object.ts';
import { Unreachable } from '../../platform/ports/unreachable.ts';
import { runInWorker } from '../../platform/workers/pool.ts';
import { WorkerEnded } from '../../platform/workers/process.ts';
import { type CsvRow, csvRows } from './csv.ts';
import type work from './csv.worker.ts';
import { UnexpectedAnswer } from './failures.ts';
import type { Source } from './manifest.ts';

export type Listing = Pick<Source, 'http' | 'signal' | 'organizationId'>;

const module = new URL(`csv.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Characters of a message to the worker. */
const piece = 1024 * 1024;

/**
 * The rows of a list: what was pasted is short and read at once, what is fetched is read in a worker.
 * @param pasted the list itself, or nothing @param address of the list @param needed the column that it must have
 * @throws Unreachable or UnexpectedAnswer when there is no such list
 */
export async function listedRows(source: Listing, pasted: string, address: string, needed: string): Promise<CsvRow[]> {
  if (pasted !== '') return csvRows(pasted, needed);
  const { organizationId, signal } = source;
  const parts = piecesOf(await fetched(source, address));
  try {
    const found = await runInWorker<typeof work>({ group: 'read', organizationId, module, input: { needed }, parts, seconds: 30, signal });
    return found.flat().map(rowOf);
  } catch (error) {
    throw error instanceof WorkerEnded ? new UnexpectedAnswer(`The list could not be read: ${error.message}`) : error;
  }
}

async function fetched({ http, signal }: Listing, address: string): Promise<string> {
  const url = new URL(address);
  const { status, text } = await http.ask(url, { signal, headers: { accept: 'text/csv, text/plain' } });
  if (status === 404) throw new Unreachable(`The list was not found at ${url.host}`);
  if (status !== 200) throw new UnexpectedAnswer(`The address of the list answered ${status}`, text);
  return text;
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece);
}

/** @throws UnexpectedAnswer for what the worker says is wrong */
function rowOf(part: unknown): CsvRow {
  if (typeof part === 'string') throw new UnexpectedAnswer(part);
  if (!isObject(part) || typeof part.row !== 'number' || !(part.cells instanceof Map)) throw new TypeError('the worker gave no row');
  return { row: part.row, cells: part.cells };
}
