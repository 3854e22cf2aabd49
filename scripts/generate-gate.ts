/** Writes generated/gate.json: the parts of the contract that validate requests and answers. The server keeps it in memory. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isObject } from '#platform/json-object';

const textKeywords: readonly string[] = ['description', 'summary', 'title'];
/** Keywords whose content is data, which must not be changed. */
const dataKeywords: readonly string[] = ['const', 'default', 'enum'];
const keptExtensions: readonly string[] = ['x-body-by-path', 'x-lowercase', 'x-trim'];
/** Keywords whose keys are names chosen by the contract. */
const mapKeywords: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'parameters',
  'responses',
  'headers',
  'securitySchemes',
];

/** @returns the value without texts for human readers, examples, tags, and extensions that the server does not read */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (dataKeywords.includes(name)) return [[name, part]];
      if (mapKeywords.includes(name) && isObject(part))
        return [[name, Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withoutTexts(inner)]))]];
      return isLeftOut(name, part) ? [] : [[name, withoutTexts(part)]];
    }),
  );
}

/** @returns whether the server needs neither this keyword nor this extension: it is for human readers, or only for generators */
function isLeftOut(name: string, part: unknown): boolean {
  if (name.startsWith('x-')) return !keptExtensions.includes(name);
  return name === 'example' || name === 'examples' || name === 'tags' || (textKeywords.includes(name) && typeof part === 'string');
}

const { openapi, servers, security, paths, components }: Record<string, unknown> = JSON.parse(
  readFileSync('generated/openapi.json', 'utf8'),
);
writeFileSync('generated/gate.json', `${JSON.stringify(withoutTexts({ openapi, servers, security, paths, components }))}\n`);
