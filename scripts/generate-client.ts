/**
 * Writes generated/client.ts: the parts of scripts/client/ as one module, which is what a caller imports. Only what its index.ts
 * exports is exported.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const parts = ['call', 'errors', 'list', 'retry', 'index'].map((name) => readFileSync(`scripts/client/${name}.ts`, 'utf8'));
const index = parts.at(-1) ?? '';
const handedOn = /^export (?:type )?\{ ([^}]+) \} from '\.\/\w+\.ts';\n/gm;
const isPublic = new Set([...index.matchAll(handedOn)].flatMap(([, names = '']) => names.split(', ')));

/** What is imported, by where from: the default under its name, the others as they stand in the braces, types marked as such. */
const imports = new Map<string, Set<string>>();
function note(what: string, from: string) {
  const [, alone, whole = '', names = ''] = /^(type )?(\w+)?,? ?(?:\{ (.+) \})?$/.exec(what) ?? [];
  const found = imports.get(from) ?? new Set();
  if (whole) found.add(`default as ${whole}`);
  for (const name of names.split(', ').filter(Boolean)) found.add(alone ? `type ${name}` : name);
  imports.set(from, found);
}
const bodies = parts.map((part) =>
  part
    .replace(handedOn, '')
    .replace(/^import (.+?) from '(.+?)';\n/gm, (_all, what: string, from: string) => {
      if (!from.startsWith('./')) note(what, from);
      return '';
    })
    .replace(/^export (?=(?:async )?(?:function\*?|class|interface|type|const) (\w+))/gm, (all, name: string) =>
      part === index || isPublic.has(name) ? all : '',
    )
    // What a part says of itself at its top is said of the whole by the last one.
    .replace(/^\/\*\*[^\n]*\*\/\n+(?=\n)/, ''),
);

const head = [...imports].map(([from, found]) => {
  const names = [...found].sort().join(', ');
  const onlyTypes = [...found].every((name) => name.startsWith('type '));
  return onlyTypes ? `import type { ${names.replaceAll('type ', '')} } from '${from}';` : `import { ${names} } from '${from}';`;
});
const whole = `// Generated from scripts/client/ by scripts/generate-client.ts. Do not edit.\n${head.join('\n')}\n\n${bodies.map((body) => body.trim()).join('\n\n')}\n`;
writeFileSync('generated/client.ts', whole.replaceAll("from '../../generated/", "from './"));
