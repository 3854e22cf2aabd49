/** Reads uploaded tables in a worker. */
import path from 'node:path';
import type { components } from '#generated/api';
import { maxUnpacked } from '../extraction/unusable.ts';
import type { OrganizationContext } from '#platform/context';
import { mediaTypeOf } from '#platform/files/executable-types';
import { isObject } from '#platform/json-object';
import { type Refusal, refusal } from '#platform/refusals/refusal';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { inspectFile, isInspected } from '../files/receive.ts';
import type { TableColumns, FoundRow } from './columns.ts';
import type { TableKind } from './read.worker.ts';
import type read from './read.worker.ts';

// The extension is .ts when the server runs from source, and .js when it is built.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** The time limit of a run, and the time that a request waits for a free worker, in seconds. */
const [seconds, waitSeconds] = [30, 30];
const maxBytes = 20 * 1024 * 1024;

const kinds: Readonly<Record<string, TableKind>> = {
  'text/csv': 'csv',
  'text/comma-separated-values': 'csv',
  'text/tab-separated-values': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/** @param type a media type in lowercase, without parameters @returns undefined if it is not a table type */
export function tableKindOf(type: string): TableKind | undefined {
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

export interface ReceivedTable {
  /** The name of the file. */
  readonly name: string;
  /** Reads the table outside of a transaction. @returns at least one row, or the refusal of the file @throws TooBusy */
  readonly rows: () => Promise<readonly FoundRow[] | TableRefusal>;
}
export type TableRefusal = ReturnType<typeof refusalForCode>;

/** @param limit the maximum number of rows @returns the table, or the refusal of the file */
export async function receiveTable(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit' | 'actor'>,
  body: components['schemas']['TableImport'],
  columns: TableColumns<string>,
  limit: number,
) {
  const fileType = mediaTypeOf(body.fileType);
  const kind = tableKindOf(fileType);
  if (kind === undefined) return refusal('file_type_not_allowed', { fileType });
  const file = await inspectFile(context, body, { purpose: 'document', limit: maxBytes });
  if (!isInspected(file)) return file;
  const content = file.draft.content();
  const { organizationId } = context.actor;
  const job = {
    group: 'read',
    module,
    seconds,
    waitSeconds,
    organizationId,
    input: { kind, limit, ...columns },
    parts: content,
  } as const;
  const rows = async () => {
    try {
      const parts = await runInWorker<typeof read>(job);
      const [firstPart] = parts;
      if (isObject(firstPart) && typeof firstPart.unusable === 'string') return refusalForCode(firstPart.unusable, limit);
      return parts.flatMap((part) => (isObject(part) && Array.isArray(part.rows) ? part.rows.filter(isRow) : []));
    } catch (error) {
      if (error instanceof WorkerEnded) return refusalForCode(error.why === 'crash' ? 'file_unreadable' : 'file_text_too_long', limit);
      throw error;
    }
  };
  return { name: file.name, rows } satisfies ReceivedTable;
}

export function isTable(answer: ReceivedTable | Refusal): answer is ReceivedTable {
  return 'rows' in answer;
}

/** @returns the refusal for an error code of the worker; all other codes mean that the file has no text and so no rows */
function refusalForCode(code: string, limit: number) {
  if (code === 'too_many_rows') return refusal(code, { limit });
  if (code === 'file_too_large_unpacked') return refusal(code, { limit: maxUnpacked });
  if (code === 'file_unreadable' || code === 'file_protected' || code === 'file_text_too_long') return refusal(code);
  return refusal('file_without_rows');
}

function isRow(value: unknown): value is FoundRow {
  return (
    isObject(value) &&
    typeof value.place === 'string' &&
    isObject(value.cells) &&
    Object.values(value.cells).every((text) => typeof text === 'string')
  );
}
