/** Copies spec/ so that tests can break it. Only areas with a break are copied, so that the time does not grow with the contract. */
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param spec the folder to write to @param areas the areas to copy, as `group/area` */
export function copySpec(spec: string, areas: readonly string[]): void {
  for (const folder of ['shared', ...areas.map((area) => `areas/${area}`)])
    cpSync(`spec/${folder}`, path.join(spec, folder), { recursive: true });
  // An operation may name an error of another area.
  for (const file of globSync('areas/*/*/problems.yaml', { cwd: 'spec' })) cpSync(`spec/${file}`, path.join(spec, file));
  const names = areas.map((area) => path.basename(area));
  cpSync('spec/guides.md', path.join(spec, 'guides.md'));
  cpSync('spec/workflows', path.join(spec, 'workflows'), { recursive: true });
  const [head = '', tags = '', groups = '', paths = '', otherParts = ''] = readFileSync('spec/openapi.yaml', 'utf8').split(
    /^(?=tags:|x-tagGroups:|paths:|components:)/m,
  );
  const included = (text: string, item: RegExp, isIncluded: (item: string) => boolean) =>
    text.replace(item, (match) => (isIncluded(match) ? match : ''));
  writeFileSync(
    path.join(spec, 'openapi.yaml'),
    [
      head,
      included(tags, /^ {2}- name: [\s\S]*?(?=^ {2}- name: |(?![\s\S]))/gm, (tag) => names.includes(/name: (\S+)/.exec(tag)?.[1] ?? '')),
      groups
        .replace(
          /tags: \[([^\]]*)\]/g,
          (_all, tagName: string) =>
            `tags: [${tagName
              .split(', ')
              .filter((name) => names.includes(name))
              .join(', ')}]`,
        )
        .replace(/^.*tags: \[\].*\n/gm, ''),
      included(
        paths,
        /^ {2}\S+:\s+\{ \$ref: areas\/.*\n/gm,
        (line) => line.includes('/problems.yaml') || areas.includes(/areas\/([^/]+\/[^/]+)/.exec(line)?.[1] ?? ''),
      ),
      otherParts,
    ].join(''),
  );
}
