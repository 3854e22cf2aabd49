/** Checks the layers of ARCHITECTURE.md against all imports, including imports of types. */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { importTarget } from './support/import-target.ts';

/**
 * The parts of server/ that each part may import besides itself. The files in server/ itself combine the parts and may import everything
 * except areas; `start` gets the app from these files.
 */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  contract: ['platform'],
  documents: ['platform', 'contract'],
  // `domain` and `providers` import each other: a provider uses the catalog, and tasks use the checks of providers. No cycle exists.
  providers: ['platform', 'contract', 'documents', 'domain'],
  domain: ['platform', 'contract', 'documents', 'providers'],
  areas: ['platform', 'contract', 'documents', 'domain', 'providers'],
  docs: ['platform', 'contract'],
  portal: ['platform', 'contract', 'domain'],
  // The demonstration creates its records with the rules of the areas, like an organization would.
  demonstration: ['platform', 'contract', 'documents', 'domain', 'providers', 'areas'],
  start: ['platform', 'contract', 'domain', 'areas', 'demonstration'],
  admin: ['platform', 'contract', 'documents', 'domain', 'demonstration', 'start'],
};

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.posix.join('server', file));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** @returns the files of the project that a file names in `import`, `export … from` or `import()` */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => importTarget(file, fileName) ?? []);
}

/** @returns the first folder below server/, and for an area its name and the role of the file; undefined for files in server/ itself */
function placeOf(file: string): { layer: string | undefined; area: string | undefined; role?: string | undefined } {
  const [, layer, ...segments] = file.split('/');
  if (segments.length === 0) return { layer: undefined, area: undefined };
  const [, area, role] = layer === 'areas' ? segments : [];
  return { layer, area, role: role?.replace(/\.ts$/, '') };
}

const pairs = [...imports].flatMap(([importer, names]) => names.filter((imported) => imported.startsWith('server/')).map((imported) => ({ from: importer, to: imported })));

test('a layer imports only the layers below it', () => {
  expect(
    readdirSync('server')
      .filter((entry) => !entry.endsWith('.ts') && entry !== 'decisions')
      .sort(),
  ).toEqual(Object.keys(allowedImports).sort());
  const violations = pairs.filter(({ from: importer, to: imported }) => {
    const [source, target] = [placeOf(importer).layer, placeOf(imported).layer];
    return source !== undefined && source !== target && !(target === undefined ? source === 'start' : allowedImports[source]?.includes(target));
  });
  expect(violations).toEqual([]);
});
test('only the files that combine the areas and the demonstration import an area', () => {
  const violations = pairs.filter(({ from: importer, to: imported }) => {
    const area = placeOf(imported).area;
    if (area === undefined || placeOf(importer).area === area) return false;
    return path.posix.dirname(importer) !== 'server/areas' && placeOf(importer).layer !== 'demonstration';
  });
  expect(violations).toEqual([]);
});
describe("a file's role in an area is visible in its path", () => {
  const roles = ['documents', 'handlers', 'queries', 'refusals', 'rules', 'runs'];
  const ofAreas = files.flatMap((file) => {
    const { area, role = '' } = placeOf(file);
    return area === undefined ? [] : [{ file, area, role }];
  });
  const filesOf = (wantedRole: string) => ofAreas.filter(({ role }) => role === wantedRole).map(({ file }) => file);
  /** @returns the files that a file loads at run time, without imports of types only */
  const hasRuntimeDependency = (file: string) => {
    // Stripping types leaves empty braces of imports that only import types.
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/^import \{[ ,\n]*\} from .*$/gm, '');
    return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  };

  test('is one of the known roles', () => {
    expect(ofAreas.filter(({ role }) => !roles.includes(role))).toEqual([]);
  });
  test('handlers contain no SQL', () => {
    const queryMethods = /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|PreparedQuery|PagedList/;
    expect(filesOf('handlers').filter((file) => queryMethods.test(readFileSync(file, 'utf8')) || hasRuntimeDependency(file).includes('kysely'))).toEqual([]);
  });
  test('rules import no database', () => {
    expect(filesOf('rules').filter((file) => hasRuntimeDependency(file).some((name) => /^kysely$|\/database\/|\/queries(\.ts$|\/)/.test(name)))).toEqual(
      [],
    );
  });
});
test('there are no cyclic imports', () => {
  const states = new Map<string, 'entered' | 'left'>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]) => {
    if (states.get(file) === 'entered') circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (states.has(file)) return;
    states.set(file, 'entered');
    for (const nextFile of imports.get(file) ?? []) visit(nextFile, [...way, file]);
    states.set(file, 'left');
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
test('server/ has at most fourteen entries of code', () => {
  expect(readdirSync('server').filter((entry) => entry !== 'decisions').length).toBeLessThanOrEqual(14);
});
