/** The kinds of errors from the `problems.yaml` files of the areas and of the shared part. */
import type { Value, Catalogue } from './short-forms.ts';
import { type Document, type Schema, wordsOf } from './document.ts';
import { local } from './shared.ts';

type Parts = Readonly<Record<string, Catalogue>>;

/**
 * Merges the kinds of all areas into one list in the order of their codes, and makes an enumeration of the codes. An existing list is kept.
 */
export function addCatalogue(document: Document): Catalogue {
  const { 'x-problems': existing = {} } = document;
  const catalogue = isParts(existing) ? mergeParts(existing) : existing;
  document['x-problems'] = catalogue;
  const { schemas } = document.components;
  if (schemas.ErrorCode) schemas.ErrorCode.enum = Object.keys(catalogue);
  return catalogue;
}

function isParts(value: Parts | Catalogue): value is Parts {
  return !Object.values(value).some(({ status }) => typeof status === 'number');
}

function mergeParts(parts: Parts): Catalogue {
  const kinds = Object.entries(local('schemas', parts)).flatMap(([, part]) => Object.entries(part));
  const catalogue = Object.fromEntries(kinds.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  if (Object.keys(catalogue).length < kinds.length) throw new Error('two problems have the same code');
  return catalogue;
}

/** @returns the schema of errors with one of these codes: closed, with the members of these codes */
export function schemaOfErrors(catalogue: Catalogue, codes: readonly string[]): Schema {
  const members = codes.flatMap((code) => Object.entries(catalogue[code]?.example ?? {}));
  const requiredMembers = codes.length === 1 ? members.map(([name]) => name) : [];
  return {
    type: 'object',
    additionalProperties: false,
    required: ['success', 'error', 'code', ...requiredMembers],
    properties: {
      success: { type: 'boolean', const: false, description: 'Always `false`.' },
      error: { type: 'string', description: 'The message, which can be shown to a user.' },
      code: { type: 'string', enum: [...codes], description: 'The stable code of the error, for programs. More may come.' },
      ...(codes.includes('validation_failed') && { details: { $ref: '#/components/schemas/ErrorDetails' } }),
      ...Object.fromEntries(members.map(([name, value]) => [name, memberSchema(name, value)])),
      ...Object.assign({}, ...codes.map((code) => catalogue[code]?.optional)),
    },
  };
}

/** What members mean that many errors have. */
const memberDescriptions: Readonly<Record<string, string>> = {
  from: 'The state of the record.',
  allowed: 'The states that can follow on it, set by a caller or by the service itself. Empty if there are none.',
};

function memberSchema(name: string, value: Value): Schema {
  const type = Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : 'string';
  return {
    type,
    ...(type === 'array' && { items: { type: 'string' } }),
    description: memberDescriptions[name] ?? `The ${wordsOf(name)} that the message names.`,
  };
}
