/**
 * Writes generated/transitions.ts: which status can follow on each, for the server and as a part of the client. Each enumeration is an
 * export of its own, so that bundlers keep only those that are used.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Document } from './complete-contract/document.ts';
import { enumerationsOf } from './complete-contract/enumerations.ts';

const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));

const declarations = enumerationsOf(document).flatMap(({ name, schema: { 'x-transitions': transitions } }) => {
  if (!transitions) return [];
  const members = Object.entries(transitions).map(([from, targets]) => `  ${from}: [${targets.map((to) => `'${to}'`).join(', ')}],\n`);
  return [`export const ${name} = {\n${members.join('')}} as const;\n`];
});
writeFileSync(
  'generated/transitions.ts',
  `// Generated from generated/openapi.json by scripts/generate-transitions.ts. Do not edit.\n${declarations.join('')}`,
);
