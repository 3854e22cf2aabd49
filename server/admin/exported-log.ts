/** Reads an organization's audit log from a file: an export of the organization, or of its log alone. */
import { createReadStream } from 'node:fs';
import { type ChainLink, toChainLink, type SealedEntry } from '#platform/audit/chain';
import { type Checkpoint, isCheckpoint } from '#platform/audit/checkpoint';
import { isObject } from '#platform/json-object';
import { parsers } from '#platform/database/values';
import { linesOf, openArchive } from './archive/format.ts';
import { Failure } from './command.ts';

export interface ExportedLog {
  readonly organizationId: string;
  /** Ordered by sequence. */
  readonly entries: readonly ChainLink[];
  /** Empty for an export of the log alone. */
  readonly checkpoints: readonly Checkpoint[];
  /** End of the chain as recorded by its last writer; undefined for an export of the log alone. */
  readonly noted: { readonly sequence: number; readonly hash: string | null } | undefined;
}

/** @throws Failure if the file is neither an export of an organization nor of an audit log, or is incomplete */
export async function readExportedLog(file: string): Promise<ExportedLog> {
  const firstLine = await readFirstLine(file);
  const log = isObject(firstLine) && 'format' in firstLine ? await readArchive(file) : await readLines(file);
  return { ...log, entries: log.entries.toSorted((left, right) => left.sequence - right.sequence) };
}

/** Reads an organization's checkpoints from a file whose lines are checkpoints or pages of the list of checkpoints. Skips incomplete lines. */
export async function readCheckpoints(file: string, organizationId: string): Promise<Checkpoint[]> {
  const checkpoints: Checkpoint[] = [];
  for await (const line of linesOf(createReadStream(file))) {
    const value = parseJson(line);
    const candidates: unknown[] = isObject(value) && Array.isArray(value.data) ? value.data : [value];
    checkpoints.push(...candidates.filter(isCheckpoint).filter((checkpoint) => checkpoint.organizationId === organizationId));
  }
  if (!checkpoints.length) throw new Failure(`${file} contains no checkpoint of ${organizationId}`);
  return checkpoints;
}

async function readLines(file: string): Promise<ExportedLog> {
  const entries: ChainLink[] = [];
  let organizationId: string | undefined;
  for await (const line of linesOf(createReadStream(file))) {
    const entry = parseJson(line);
    if (!isEntry(entry) || entry.organizationId !== (organizationId ??= entry.organizationId))
      throw new Failure(`${file} is not an export of an audit log: line ${entries.length + 1} is not an entry`);
    if ('isReduced' in entry)
      throw new Failure(
        `${file} cannot be verified: entry ${entry.sequence} is reduced to what its exporter may read; export the log as an owner who reads all kinds of records`,
      );
    entries.push(toChainLink(entry));
  }
  if (organizationId === undefined) throw new Failure(`${file} contains no entry of an audit log`);
  return { organizationId, entries, checkpoints: [], noted: undefined };
}

async function readArchive(file: string): Promise<ExportedLog> {
  const {
    header: { organization: organizationId },
    entries: lines,
  } = await openArchive(createReadStream(file));
  const entries: ChainLink[] = [];
  const checkpoints: Checkpoint[] = [];
  let recordedHead: NonNullable<ExportedLog['noted']> = { sequence: 0, hash: null };
  for await (const line of lines) {
    if (!('table' in line)) continue;
    const { table, row } = line;
    const text = (column: string) => row[column] ?? '';
    const textOrNull = (column: string) => row[column] ?? null;
    if (table === 'audit_head') recordedHead = { sequence: Number(text('sequence')), hash: textOrNull('hash') };
    if (table === 'audit_entry') {
      entries.push(
        toChainLink({
          id: text('id'),
          sequence: Number(text('sequence')),
          timestamp: parseTime(text('timestamp')),
          organizationId,
          userId: textOrNull('user_id'),
          memberId: textOrNull('member_id'),
          entityType: textOrNull('entity_type'),
          entityId: textOrNull('entity_id'),
          description: textOrNull('description'),
          data: parseJson(text('data')),
          user: parseJson(row.user_snapshot ?? 'null'),
          previousHash: textOrNull('previous_hash'),
          hash: text('hash'),
        }),
      );
    }
    if (table === 'audit_checkpoint') {
      checkpoints.push({
        id: text('id'),
        organizationId,
        sequence: Number(text('sequence')),
        hash: text('hash'),
        previousCheckpointHash: textOrNull('previous_checkpoint_hash'),
        createdAt: parseTime(text('created_at')) ?? '',
        keyId: text('key_id'),
        publicKey: text('public_key'),
        signature: text('signature'),
      });
    }
  }
  return { organizationId, entries, checkpoints, noted: recordedHead };
}

/** Returns a time in the form that the hash covers; null for an infinite time. */
function parseTime(text: string): string | null {
  const time: unknown = text.includes('infinity') ? null : parsers[1184]?.(text);
  return typeof time === 'string' ? time : null;
}

async function readFirstLine(file: string): Promise<unknown> {
  for await (const line of linesOf(createReadStream(file))) return parseJson(line);
  return undefined;
}

function parseJson(line: Buffer | string): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is SealedEntry {
  const isTextOrNull = (member: unknown) => member === null || typeof member === 'string';
  return (
    isObject(value) &&
    Number.isSafeInteger(value.sequence) &&
    ['id', 'timestamp', 'organizationId', 'hash'].every((field) => typeof value[field] === 'string') &&
    ['userId', 'memberId', 'entityType', 'entityId', 'description', 'previousHash'].every((field) => isTextOrNull(value[field])) &&
    'data' in value &&
    'user' in value
  );
}
