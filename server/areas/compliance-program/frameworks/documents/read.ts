/** Reads files of requirements in a worker. */
import path from 'node:path';
import { maxUnpacked } from '#documents/extraction/unusable';
import { tableKindOf } from '#documents/tables/read';
import { isObject } from '#platform/json-object';
import { refusal } from '#platform/refusals/refusal';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { type FoundRequirement, maxRequirements } from './found-requirement.ts';
import type { ImportKind } from './read.worker.ts';
import type read from './read.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`read.worker${path.extname(import.meta.url)}`, import.meta.url);
/** The maximum time for reading a file, and for waiting until other files are read, in seconds. */
const [seconds, waitSeconds] = [30, 30];

const kinds: Readonly<Record<string, ImportKind>> = { 'application/json': 'json', 'application/oscal+json': 'json' };

/** @param type media type in lower case without parameters @returns undefined if files of this type cannot be imported */
export function importKindOf(type: string): ImportKind | undefined {
  return tableKindOf(type) ?? (Object.hasOwn(kinds, type) ? kinds[type] : undefined);
}

const refusals = {
  file_unreadable: refusal('file_unreadable'),
  file_protected: refusal('file_protected'),
  file_text_too_long: refusal('file_text_too_long'),
  file_too_large_unpacked: refusal('file_too_large_unpacked', { limit: maxUnpacked }),
  file_without_requirements: refusal('file_without_requirements'),
  too_many_requirements: refusal('too_many_requirements', { limit: maxRequirements }),
};
type FileRefusal = (typeof refusals)[keyof typeof refusals];

/** @returns at least one requirement, in the order of the file, or an error response about the file @throws TooBusy */
export async function readRequirements(file: {
  readonly organizationId: string;
  readonly kind: ImportKind;
  readonly content: AsyncIterable<Uint8Array>;
}): Promise<readonly FoundRequirement[] | FileRefusal> {
  const { organizationId, kind, content } = file;
  try {
    const job = { group: 'read', module, seconds, waitSeconds, organizationId, input: kind, parts: content } as const;
    const parts = await runInWorker<typeof read>(job);
    const [firstPart] = parts;
    if (isObject(firstPart) && typeof firstPart.unusable === 'string') return refusalOf(firstPart.unusable);
    return parts.flatMap((part) => (isObject(part) && Array.isArray(part.items) ? part.items.filter(isFoundRequirement) : []));
  } catch (error) {
    if (error instanceof WorkerEnded) return error.why === 'crash' ? refusals.file_unreadable : refusals.file_text_too_long;
    throw error;
  }
}

/** Returns the error response for an error code of the worker. Unknown codes mean that the file has no text. */
function refusalOf(code: string): FileRefusal {
  return isRefusalCode(code) ? refusals[code] : refusals.file_without_requirements;
}

function isRefusalCode(code: string): code is keyof typeof refusals {
  return Object.hasOwn(refusals, code);
}

function isFoundRequirement(value: unknown): value is FoundRequirement {
  return (
    isObject(value) &&
    [value.place, value.identifier, value.name].every((text) => typeof text === 'string') &&
    [value.controlId, value.description, value.requirementFamily].every((text) => text === undefined || typeof text === 'string') &&
    typeof value.isWithdrawn === 'boolean'
  );
}
