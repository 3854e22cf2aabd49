/** Copies of spec/ to break: only the areas that are broken somewhere, so that what it takes does not grow with the contract. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param spec the folder that it is written to @param areas those that it has */
export function copySpec(spec: string, areas: readonly string[]): void {
  for (const folder of ['shared', ...areas.map((area) => `areas/${area}`)])
    cpSync(`spec/${folder}`, path.join(spec, folder), { recursive: true });
  cpSync('spec/guides.md', path.join(spec, 'guides.md'));
  cpSync('spec/workflows', path.join(spec, 'workflows'), { recursive: true });
  const [head = '', tags = '', groups = '', paths = '', rest = ''] = readFileSync('spec/openapi.yaml', 'utf8').split(
    /^(?=tags:|x-tagGroups:|paths:|components:)/m,
  );
  const kept = (text: string, item: RegExp, own: (item: string) => boolean) => text.replace(item, (found) => (own(found) ? found : ''));
  writeFileSync(
    path.join(spec, 'openapi.yaml'),
    [
      head,
      kept(tags, /^ {2}- name: [\s\S]*?(?=^ {2}- name: |(?![\s\S]))/gm, (tag) => areas.includes(/name: (\S+)/.exec(tag)?.[1] ?? '')),
      groups
        .replace(
          /tags: \[([^\]]*)\]/g,
          (_all, names: string) =>
            `tags: [${names
              .split(', ')
              .filter((name) => areas.includes(name))
              .join(', ')}]`,
        )
        .replace(/^.*tags: \[\].*\n/gm, ''),
      kept(paths, /^ {2}\S.*areas\/.*\n/gm, (line) => areas.includes(/areas\/([^/]+)/.exec(line)?.[1] ?? '')),
      rest,
    ].join(''),
  );
}
