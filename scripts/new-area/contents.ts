/** The two places where all areas are named: the contents page of the contract, and the handlers of the server. */
import type { Names } from './names.ts';

/** @param text of spec/openapi.yaml */
export function addToContents(text: string, { area, areaTitle, record, records, many }: Names): string {
  const tag = `  - name: ${area}
    x-displayName: ${areaTitle}
    description: |
      The ${many} of the organization.
`;
  const group = `  - { name: ${areaTitle}, tags: [${area}] }\n`;
  const paths = `  /v1/${area}: { $ref: areas/${area}/paths.yaml#/${records} }
  /v1/${area}/{id}: { $ref: areas/${area}/paths.yaml#/${record} }
`;
  const problems = `  ${area}: { $ref: areas/${area}/problems.yaml }\n`;
  const named = before('x-given:', problems, before('# What generating adds', paths, text));
  return before('paths:\n', group, before('x-tagGroups:\n', tag, named));
}

/** At the end of the section that comes before the line `next`. */
function before(next: string, addition: string, text: string): string {
  const parts = text.split(new RegExp(`^(?=${next})`, 'm'));
  if (parts.length !== 2) throw new Error(`spec/openapi.yaml: not one line ${next.trim()}`);
  return parts.join(addition);
}

/** Imports by folder, handlers by name. @param text of server/areas/index.ts */
export function addToHandlers(text: string, { area, areaKey }: Names): string {
  const imports = [...text.matchAll(/^import \{ \w+ \} from '\.\/.*\n/gm)].map(([line]) => line);
  const list = /AllHandlers = \{([^}]*)\}/.exec(text);
  if (!imports.length || !list) throw new Error('server/areas/index.ts: the handlers are not where they were');
  const handlers = [...(list[1] ?? '').matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => name);
  const all = [...handlers, areaKey].sort().map((name) => `...${name}`);
  const folder = (line: string) => /'\.\/([^/']*)/.exec(line)?.[1] ?? '';
  const sorted = [...imports, `import { ${areaKey} } from './${area}/handlers.ts';\n`].sort((a, b) => (folder(a) < folder(b) ? -1 : 1));
  const inOneLine = `AllHandlers = { ${all.join(', ')} }`;
  return text
    .replace(imports.join(''), sorted.join(''))
    .replace(list[0], inOneLine.length < 120 ? inOneLine : `AllHandlers = {\n${all.map((name) => `  ${name},\n`).join('')}}`);
}
