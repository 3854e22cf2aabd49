/** Writes generated/gate.json: of the contract, what requests and answers are checked by. The server holds it as long as it runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isObject } from '../server/platform/json-object.ts';

const texts: readonly string[] = ['description', 'summary', 'title'];
/** What holds values, which may look like anything. */
const values: readonly string[] = ['const', 'default', 'enum'];
/** What names things of the contract's own choice. */
const maps: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'parameters',
  'responses',
  'headers',
  'securitySchemes',
];

/** @returns the same without what only people read */
function checked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(checked);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (values.includes(name)) return [[name, part]];
      if (maps.includes(name) && isObject(part))
        return [[name, Object.fromEntries(Object.entries(part).map(([key, one]) => [key, checked(one)]))]];
      return isRead(name, part) ? [] : [[name, checked(part)]];
    }),
  );
}

function isRead(name: string, part: unknown): boolean {
  if (name.startsWith('x-')) return name !== 'x-body-by-path';
  return name === 'example' || name === 'examples' || name === 'tags' || (texts.includes(name) && typeof part === 'string');
}

const { openapi, servers, security, paths, components }: Record<string, unknown> = JSON.parse(
  readFileSync('generated/openapi.json', 'utf8'),
);
writeFileSync('generated/gate.json', `${JSON.stringify(checked({ openapi, servers, security, paths, components }))}\n`);
