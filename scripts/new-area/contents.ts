/** Registers an area in the lists of all areas: openapi.yaml, the handlers of the server, and the columns with an enumeration. */
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
  /v1/${area}/export: { $ref: areas/${group}/${area}/paths.yaml#/export }
  /v1/${area}/{id}: { $ref: areas/${group}/${area}/paths.yaml#/${record} }
`;
  const problems = `  ${area}: { $ref: areas/${group}/${area}/problems.yaml }\n`;
  const withNames = insertBefore('x-given:', problems, insertBefore('# What generating adds', paths, text));
  const withTag = insertBefore('x-tagGroups:\n', tag, withNames);
  const withGroup = withTag.replace(/^( {2}- \{ name: ([^,]+), tags: \[[^\]]*)\] \}$/gm, (line, start: string, name: string) =>
    groupFolder(name) === group ? `${start}, ${area}] }` : line,
  );
  return withGroup === withTag ? insertBefore('paths:\n', `  - { name: ${areaTitle}, tags: [${area}] }\n`, withTag) : withGroup;
}

/** Inserts at the end of the section before the line `next`. */
function insertBefore(next: string, addition: string, text: string): string {
  const parts = text.split(new RegExp(`^(?=${next})`, 'm'));
  if (parts.length !== 2) throw new Error(`spec/openapi.yaml: expected exactly one line ${next.trim()}`);
  return parts.join(addition);
}

/** Adds the import and the handlers in alphabetical order, without changing other lines. @param text of server/areas/index.ts */
export function addToHandlers(text: string, { area, group, areaKey }: Names): string {
  const imports = [...text.matchAll(/^import \{ \w+ \} from '#areas\/([\w-]+\/[\w-]+)\/[^'\n]*';\n/gm)];
  const list = /AllHandlers = \{([^}]*)\}/.exec(text);
  const lastImport = imports.at(-1);
  if (!lastImport || !list) throw new Error('server/areas/index.ts: the imports or the list of handlers were not found');
  const line = `import { ${areaKey} } from '#areas/${group}/${area}/handlers';\n`;
  const next = imports.find(([, folder = '']) => folder > `${group}/${area}`);
  const place = next ? next.index : lastImport.index + lastImport[0].length;
  const handlers = [...(list[1] ?? '').matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => name);
  const nextIndex = handlers.findIndex((name) => name > areaKey);
  const handlerLines = handlers.toSpliced(nextIndex === -1 ? handlers.length : nextIndex, 0, areaKey).map((name) => `  ...${name},\n`);
  const withHandlers = text.slice(0, list.index) + `AllHandlers = {\n${handlerLines.join('')}}` + text.slice(list.index + list[0].length);
  return withHandlers.slice(0, place) + line + withHandlers.slice(place);
}

/** Adds the status column in alphabetical order. @param text of scripts/generate-database/enumerations.ts */
export function addToEnumerations(text: string, { table, Record: record }: Names): string {
  const [start, end] = [text.indexOf("\n  '"), text.indexOf('\n};')];
  if (start < 0 || end < start) throw new Error('scripts/generate-database/enumerations.ts: the list of columns was not found');
  const column = `${table}.status`;
  const lines = text.slice(start + 1, end + 1).split(/(?<=\n)/);
  const next = lines.findIndex((line) => (/'([^']+)'/.exec(line)?.[1] ?? '') > column);
  const newLines = lines.toSpliced(next === -1 ? lines.length : next, 0, `  '${column}': '${record}Status',\n`);
  return text.slice(0, start + 1) + newLines.join('') + text.slice(end + 1);
}
