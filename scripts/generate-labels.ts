/**
 * Writes generated/labels.ts: the labels of each enumeration, as a part of the client. Each enumeration is an export of its own, so that
 * bundlers keep only those that are used.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Document } from './complete-contract/document.ts';
import { enumerationsOf } from './complete-contract/enumerations.ts';

const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
const enumerations = enumerationsOf(document);
const names = enumerations.map(({ name }) => name);
const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
if (repeatedName !== undefined) throw new Error(`${repeatedName} is the name of two enumerations`);

const declarations = enumerations.map(({ name, schema, values }) => {
  const members = values.map((value) => {
    const key = /^[a-z_]\w*$/i.test(value) ? value : quote(value);
    return `  ${key}: ${quote(schema['x-labels']?.[value] ?? value)},\n`;
  });
  return `export const ${name} = {\n${members.join('')}} as const;\n`;
});
writeFileSync(
  'generated/labels.ts',
  `// Generated from generated/openapi.json by scripts/generate-labels.ts. Do not edit.\n${declarations.join('')}`,
);

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
