/** The layers of ARCHITECTURE.md, held over the files that imports resolve to, those of types included. */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { importTarget } from './support/import-target.ts';

/** What each part of server/ may import besides itself. The files beside them put the service together, and may import everything but an area; a start takes the app from there. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  contract: ['platform'],
  documents: ['platform', 'contract'],
  // Beside each other: a provider knows the catalog, and tasks know what providers can check. No file is in a circle.
  providers: ['platform', 'contract', 'documents', 'domain'],
  domain: ['platform', 'contract', 'documents', 'providers'],
  areas: ['platform', 'contract', 'documents', 'domain', 'providers'],
  docs: ['platform', 'contract'],
  portal: ['platform', 'contract', 'domain'],
  // It makes its records as an organization would, by the rules of the areas.
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

/** The files of the project that this one names, by `import`, `export … from` or `import()`. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => importTarget(file, fileName) ?? []);
}

/** The first folder below server/, and in an area its name and what follows it; undefined for the files in server/ itself. */
function placeOf(file: string): { layer: string | undefined; area: string | undefined; role?: string | undefined } {
  const [, layer, ...rest] = file.split('/');
  if (rest.length === 0) return { layer: undefined, area: undefined };
  const [, area, role] = layer === 'areas' ? rest : [];
  return { layer, area, role: role?.replace(/\.ts$/, '') };
}

const pairs = [...imports]
  .filter(([from]) => from.startsWith('server/'))
  .flatMap(([from, names]) => names.filter((to) => to.startsWith('server/')).map((to) => ({ from, to })));

test('a layer imports only what lies below it', () => {
  expect(
    readdirSync('server')
      .filter((entry) => !entry.endsWith('.ts') && entry !== 'decisions')
      .sort(),
  ).toEqual(Object.keys(allowed).sort());
  const wrong = pairs.filter(({ from, to }) => {
    const [source, target] = [placeOf(from).layer, placeOf(to).layer];
    return source !== undefined && source !== target && !(target === undefined ? source === 'start' : allowed[source]?.includes(target));
  });
  expect(wrong).toEqual([]);
});
test('an area is imported by the files that gather the areas and by the demonstration, and by no other', () => {
  const wrong = pairs.filter(({ from, to }) => {
    const area = placeOf(to).area;
    if (area === undefined || placeOf(from).area === area) return false;
    return path.posix.dirname(from) !== 'server/areas' && placeOf(from).layer !== 'demonstration';
  });
  expect(wrong).toEqual([]);
});
describe("in an area a file's role shows in its path", () => {
  const roles = ['documents', 'handlers', 'queries', 'refusals', 'rules', 'runs', 'steps'];
  const ofAreas = files.flatMap((file) => {
    const { area, role = '' } = placeOf(file);
    return area === undefined ? [] : [{ file, area, role }];
  });
  const filesOf = (wanted: string) => ofAreas.filter(({ role }) => role === wanted).map(({ file }) => file);
  /** What a file needs when it runs: types of rows are no database. */
  const needs = (file: string) => {
    // Stripping leaves the braces of an import of types alone.
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/^import \{[ ,\n]*\} from .*$/gm, '');
    return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  };

  test('and is one of these', () => {
    expect(ofAreas.filter(({ role }) => !roles.includes(role))).toEqual([]);
  });
  const statements = /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|PreparedQuery|PagedList/;
  test.each(['handlers', 'steps'])('%s contain no SQL', (role) => {
    const found = filesOf(role).filter((file) => statements.test(readFileSync(file, 'utf8')) || needs(file).includes('kysely'));
    expect(found).toEqual([]);
  });
  test('each step combines queries', () => {
    const combinesQueries = (file: string) => needs(file).some((name) => /\/queries(\.ts$|\/)|^\.\/|^#domain\//.test(name));
    expect(filesOf('steps').filter((file) => !combinesQueries(file))).toEqual([]);
  });
  test('handlers and runs import steps, steps import queries, and queries import rules, never the other way round', () => {
    const order = ['rules', 'queries', 'steps', 'runs', 'handlers'];
    const upward = pairs.filter(({ from, to }) => {
      const [source, target] = [placeOf(from), placeOf(to)];
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
    expect(filesOf('rules').filter((file) => needs(file).some((name) => /^kysely$|\/database\//.test(name)))).toEqual([]);
  });
});
test('no files import each other in a circle', () => {
  const states = new Map<string, 'entered' | 'left'>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]) => {
    if (states.get(file) === 'entered') circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (states.has(file)) return;
    states.set(file, 'entered');
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    states.set(file, 'left');
  };
  for (const file of imports.keys()) visit(file, []);
  expect(circles).toEqual([]);
});
test('server/ shows no more than fourteen entries of code', () => {
  expect(readdirSync('server').filter((entry) => entry !== 'decisions').length).toBeLessThanOrEqual(14);
});
