/** Reads files of requirements, in a worker. */
import path from 'node:path';
import { maxUnpacked } from '../../../documents/extraction/unusable.ts';
import { tableKindOf } from '../../../domain/tables/read.ts';
import { isObject } from '../../../platform/json-object.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import { type FoundRequirement, mostRequirements } from './found.ts';
import type { ImportKind } from './read.worker.ts';
import type read from './read.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that reading may take, and that a request waits while other files are read. */
const [seconds, waitSeconds] = [30, 30];

const kinds: Readonly<Record<string, ImportKind>> = { 'application/json': 'json', 'application/oscal+json': 'json' };

/** @param type without parameters, in lower case @returns undefined when no requirements are taken from such a file */
export function importKindOf(type: string): ImportKind | undefined {
  return tableKindOf(type) ?? (Object.hasOwn(kinds, type) ? kinds[type] : undefined);
}

const refusals = {
  file_unreadable: refusal('file_unreadable'),
  file_protected: refusal('file_protected'),
  file_text_too_long: refusal('file_text_too_long'),
  file_too_large_unpacked: refusal('file_too_large_unpacked', { limit: maxUnpacked }),
  file_without_requirements: refusal('file_without_requirements'),
  too_many_requirements: refusal('too_many_requirements', { limit: mostRequirements }),
};
type Fault = (typeof refusals)[keyof typeof refusals];

/** @returns the requirements in the order of the file, one at least, or the refusal of the file @throws TooBusy */
export async function readRequirements(file: {
  readonly organizationId: string;
  readonly kind: ImportKind;
  readonly content: AsyncIterable<Uint8Array>;
}): Promise<readonly FoundRequirement[] | Fault> {
  const { organizationId, kind, content } = file;
  try {
    const wanted = { group: 'read', module, seconds, waitSeconds, organizationId, input: kind, parts: content } as const;
    const parts = await runInWorker<typeof read>(wanted);
    const [first] = parts;
    if (isObject(first) && typeof first.unusable === 'string') return faultOf(first.unusable);
    return parts.flatMap((part) => (isObject(part) && Array.isArray(part.items) ? part.items.filter(isFound) : []));
  } catch (error) {
    if (error instanceof WorkerEnded) return error.why === 'crash' ? refusals.file_unreadable : refusals.file_text_too_long;
    throw error;
  }
}

/** A file without any text holds no requirements. */
function faultOf(code: string): Fault {
  return isFault(code) ? refusals[code] : refusals.file_without_requirements;
}

function isFault(code: string): code is keyof typeof refusals {
  return Object.hasOwn(refusals, code);
}

function isFound(value: unknown): value is FoundRequirement {
  return (
    isObject(value) &&
    [value.place, value.identifier, value.name].every((text) => typeof text === 'string') &&
    [value.controlId, value.description, value.requirementFamily].every((text) => text === undefined || typeof text === 'string') &&
    typeof value.isWithdrawn === 'boolean'
  );
}
