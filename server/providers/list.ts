/** Reads CSV lists that an organization pastes, or that a URL returns. */
import path from 'node:path';
import { isObject } from '#platform/json-object';
import { Unreachable } from '#platform/ports/unreachable';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { type CsvRow, parseCsvRows } from './csv.ts';
import type work from './csv.worker.ts';
import { UnexpectedAnswer } from './failures.ts';
import type { Source } from './manifest.ts';
import { chunks } from './chunks.ts';

export type ListSource = Pick<Source, 'http' | 'signal' | 'organizationId'>;

// The extension is .ts when run from source and .js when built.
const module = new URL(`csv.worker${path.extname(import.meta.url)}`, import.meta.url);

/**
 * Reads the rows of a list. Pasted text is short and is parsed directly, but fetched text is parsed in a worker.
 * @param pastedCsv the list itself, or empty @param address the URL of the list @param requiredColumn the required column
 * @throws Unreachable or UnexpectedAnswer if the list is missing or invalid
 */
export async function readListRows(source: ListSource, pastedCsv: string, address: string, requiredColumn: string): Promise<CsvRow[]> {
  if (pastedCsv !== '') return parseCsvRows(pastedCsv, requiredColumn);
  const { organizationId, signal } = source;
  const parts = chunks(await fetchList(source, address));
  try {
    const results = await runInWorker<typeof work>({
      group: 'read',
      organizationId,
      module,
      input: { needed: requiredColumn },
      parts,
      seconds: 30,
      signal,
    });
    return results.flat().map(requireRow);
  } catch (error) {
    throw error instanceof WorkerEnded ? new UnexpectedAnswer(`The list could not be read: ${error.message}`) : error;
  }
}

async function fetchList({ http, signal }: ListSource, address: string): Promise<string> {
  const url = new URL(address);
  const { status, text } = await http.ask(url, { signal, headers: { accept: 'text/csv, text/plain' } });
  if (status === 404) throw new Unreachable(`The list was not found at ${url.host}`);
  if (status !== 200) throw new UnexpectedAnswer(`The address of the list answered ${status}`, text);
  return text;
}

/** @throws UnexpectedAnswer if the worker returned an error message */
function requireRow(part: unknown): CsvRow {
  if (typeof part === 'string') throw new UnexpectedAnswer(part);
  if (!isObject(part) || typeof part.row !== 'number' || !(part.cells instanceof Map)) throw new TypeError('the worker gave no row');
  return { row: part.row, cells: part.cells };
}
