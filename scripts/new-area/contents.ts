/** Registers an area in the two lists of all areas: openapi.yaml of the contract, and the handlers of the server. */
import { groupFolder } from '../complete-contract/areas.ts';
import type { Names } from './names.ts';

/** @param text of spec/openapi.yaml */
export function addToContents(text: string, { area, group, areaTitle, record, records, many }: Names): string {
  const tag = `  - name: ${area}
    x-displayName: ${areaTitle}
    description: |
      The ${many} of the organization.
`;
  const paths = `  /v1/${area}: { $ref: areas/${group}/${area}/paths.yaml#/${records} }
  /v1/${area}/{id}: { $ref: areas/${group}/${area}/paths.yaml#/${record} }
`;
  const problems = `  ${area}: { $ref: areas/${group}/${area}/problems.yaml }\n`;
  const named = insertBefore('x-given:', problems, insertBefore('# What generating adds', paths, text));
  const tagged = insertBefore('x-tagGroups:\n', tag, named);
  const grouped = tagged.replace(/^( {2}- \{ name: ([^,]+), tags: \[[^\]]*)\] \}$/gm, (line, start: string, name: string) =>
    groupFolder(name) === group ? `${start}, ${area}] }` : line,
  );
  return grouped === tagged ? insertBefore('paths:\n', `  - { name: ${areaTitle}, tags: [${area}] }\n`, tagged) : grouped;
}

/** Inserts at the end of the section before the line `next`. */
function insertBefore(next: string, addition: string, text: string): string {
  const parts = text.split(new RegExp(`^(?=${next})`, 'm'));
  if (parts.length !== 2) throw new Error(`spec/openapi.yaml: expected exactly one line ${next.trim()}`);
  return parts.join(addition);
}

/** Adds the import, sorted by folder, and the handlers, sorted by name. @param text of server/areas/index.ts */
export function addToHandlers(text: string, { area, group, areaKey }: Names): string {
  const imports = [...text.matchAll(/^import \{ \w+ \} from '#areas\/.*\n/gm)].map(([line]) => line);
  const list = /AllHandlers = \{([^}]*)\}/.exec(text);
  if (!imports.length || !list) throw new Error('server/areas/index.ts: the imports or the list of handlers were not found');
  const handlers = [...(list[1] ?? '').matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => name);
  const all = [...handlers, areaKey].sort().map((name) => `...${name}`);
  const folder = (line: string) => /'#areas\/([^/']*\/[^/']*)/.exec(line)?.[1] ?? '';
  const sorted = [...imports, `import { ${areaKey} } from '#areas/${group}/${area}/handlers';\n`].sort((a, b) =>
    folder(a) < folder(b) ? -1 : 1,
  );
  const inOneLine = `AllHandlers = { ${all.join(', ')} }`;
  return text
    .replace(imports.join(''), sorted.join(''))
    .replace(list[0], inOneLine.length < 120 ? inOneLine : `AllHandlers = {\n${all.map((name) => `  ${name},\n`).join('')}}`);
}
