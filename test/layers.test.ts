/** Checks the layers of ARCHITECTURE.md against the files that imports resolve to, including imports of types. */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { importTarget } from './support/import-target.ts';

/**
 * The folders of server/ that each folder may import besides itself. The files directly in server/ assemble the service: they may import
 * everything except an area, and only the folder `start` imports them.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  contract: ['platform'],
  documents: ['platform', 'contract'],
  // `providers` and `domain` import each other, but no files form a circle: providers know the catalog, and tasks the checks of providers.
  providers: ['platform', 'contract', 'documents', 'domain'],
  domain: ['platform', 'contract', 'documents', 'providers'],
  areas: ['platform', 'contract', 'documents', 'domain', 'providers'],
  docs: ['platform', 'contract'],
  portal: ['platform', 'contract', 'domain'],
  // The demonstration creates its records like an organization, with the rules of the areas.
  demonstration: ['platform', 'contract', 'documents', 'domain', 'providers', 'areas'],
  start: ['platform', 'contract', 'domain', 'areas', 'demonstration'],
  admin: ['platform', 'contract', 'documents', 'domain', 'demonstration', 'start'],
};

const files = filesIn('server');
const imports = new Map([...files, ...filesIn('scripts')].map((file) => [file, importsOf(file)]));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file));
}

/** Returns the files of the project that this file imports with `import`, `export … from` or `import()`. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => importTarget(file, fileName) ?? []);
}

/** Returns the first folder below server/ (undefined for files directly in server/), and in an area also its name and the file's role. */
function locate(file: string): { layer: string | undefined; area: string | undefined; role?: string | undefined } {
  const [, layer, ...rest] = file.split('/');
  if (rest.length === 0) return { layer: undefined, area: undefined };
  const [, area, role] = layer === 'areas' ? rest : [];
  return { layer, area, role: role?.replace(/\.ts$/, '') };
}

const pairs = [...imports]
  .filter(([from]) => from.startsWith('server/'))
  .flatMap(([from, names]) => names.filter((to) => to.startsWith('server/')).map((to) => ({ from, to })));

test('a layer imports only the layers below it', () => {
  expect(
    readdirSync('server')
      .filter((entry) => !entry.endsWith('.ts') && entry !== 'decisions')
      .sort(),
  ).toEqual(Object.keys(allowed).sort());
  const violations = pairs.filter(({ from, to }) => {
    const [source, target] = [locate(from).layer, locate(to).layer];
    return source !== undefined && source !== target && !(target === undefined ? source === 'start' : allowed[source]?.includes(target));
  });
  expect(violations).toEqual([]);
});
test('an area is imported only by the files directly in server/areas and by the demonstration', () => {
  const violations = pairs.filter(({ from, to }) => {
    const area = locate(to).area;
    if (area === undefined || locate(from).area === area) return false;
    return path.posix.dirname(from) !== 'server/areas' && locate(from).layer !== 'demonstration';
  });
  expect(violations).toEqual([]);
});
describe('the role of a file in an area, which is part of its path', () => {
  const roles = ['documents', 'handlers', 'queries', 'refusals', 'rules', 'runs', 'steps'];
  const areaFiles = files.flatMap((file) => {
    const { area, role = '' } = locate(file);
    return area === undefined ? [] : [{ file, area, role }];
  });
  const filesOf = (expectedRole: string) => areaFiles.filter(({ role }) => role === expectedRole).map(({ file }) => file);
  /** Returns what a file imports when it runs, without imports of types. Types of rows, for example, need no database. */
  const runtimeImportsOf = (file: string) => {
    // Stripping the types of an import leaves `import { } from …`, which must not count.
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/^import \{[ ,\n]*\} from .*$/gm, '');
    return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  };

  test('is one of the listed roles', () => {
    expect(areaFiles.filter(({ role }) => !roles.includes(role))).toEqual([]);
  });
  const statements = /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|PreparedQuery|PagedList/;
  test.each(['handlers', 'steps'])('%s contain no SQL', (role) => {
    const found = filesOf(role).filter((file) => statements.test(readFileSync(file, 'utf8')) || runtimeImportsOf(file).includes('kysely'));
    expect(found).toEqual([]);
  });
  test('each step combines queries', () => {
    const combinesQueries = (file: string) => runtimeImportsOf(file).some((name) => /\/queries(\.ts$|\/)|^\.\/|^#domain\//.test(name));
    expect(filesOf('steps').filter((file) => !combinesQueries(file))).toEqual([]);
  });
  test('handlers and runs import steps, steps import queries, and queries import rules, never the other way round', () => {
    const order = ['rules', 'queries', 'steps', 'runs', 'handlers'];
    const upward = pairs.filter(({ from, to }) => {
      const [source, target] = [locate(from), locate(to)];
      return (
        source.area !== undefined &&
        source.area === target.area &&
        order.indexOf(source.role ?? '') >= 0 &&
        order.indexOf(target.role ?? '') > order.indexOf(source.role ?? '')
      );
    });
    expect(upward).toEqual([]);
  });
  test('rules need no database', () => {
    expect(filesOf('rules').filter((file) => runtimeImportsOf(file).some((name) => /^kysely$|\/database\//.test(name)))).toEqual([]);
  });
});
test('no files import each other in a circle', () => {
  const states = new Map<string, 'entered' | 'left'>();
  const circles: string[] = [];
  const visit = (file: string, importers: readonly string[]) => {
    if (states.get(file) === 'entered') circles.push([...importers.slice(importers.indexOf(file)), file].join(' → '));
    if (states.has(file)) return;
    states.set(file, 'entered');
    for (const next of imports.get(file) ?? []) visit(next, [...importers, file]);
    states.set(file, 'left');
  };
  for (const file of imports.keys()) visit(file, []);
  expect(circles).toEqual([]);
});
test('server/ has at most fourteen entries of code', () => {
  expect(readdirSync('server').filter((entry) => entry !== 'decisions').length).toBeLessThanOrEqual(14);
});
