/** Libraries that process documents or take long are loaded by workers only: no module of the server imports them, even indirectly. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import ts from 'typescript';
import { importTarget } from './support/import-target.ts';

const workerLibraries = [
  '@cantoo/pdf-lib',
  'fast-xml-parser',
  'fflate',
  'fontkit',
  'htmlparser2',
  'pdfkit',
  'tesseract.js',
  'unpdf',
  'write-excel-file/node',
];

/** @returns the specifiers that a module imports at run time, as written */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const specifiers: string[] = [];
  (function walk(node: ts.Node): void {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && !node.importClause?.isTypeOnly)
      specifiers.push(node.moduleSpecifier.text);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) && !node.isTypeOnly)
      specifiers.push(node.moduleSpecifier.text);
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    )
      specifiers.push(node.arguments[0].text);
    ts.forEachChild(node, walk);
  })(source);
  return specifiers;
}

/** @returns every module that a program may load at any time, with the module that imports it */
function findLoadedModules(...programs: string[]): Map<string, string> {
  const loadedModules = new Map<string, string>();
  const files = [...programs];
  for (const file of files) {
    for (const name of importsOf(file)) {
      const target = importTarget(file, name) ?? name;
      if (loadedModules.has(target)) continue;
      loadedModules.set(target, file);
      if (target.endsWith('.ts') && existsSync(target)) files.push(target);
    }
  }
  return loadedModules;
}

test.each(['server/main.ts', 'server/index.ts', 'server/admin/main.ts'])('%s', (program) => {
  const loadedModules = findLoadedModules(program);
  expect(loadedModules.size).toBeGreaterThan(100);
  expect(workerLibraries.flatMap((name) => loadedModules.get(name) ?? [])).toEqual([]);
  expect([...loadedModules].filter(([target]) => target.endsWith('.worker.ts'))).toEqual([]);
});
test('workers load all of these libraries', () => {
  const loadedModules = findLoadedModules(
    'server/areas/assurance-to-customers/questionnaires/documents/read/read.worker.ts',
    'server/areas/assurance-to-customers/questionnaires/documents/export/render.worker.ts',
    'server/areas/audits/soa/documents/render.worker.ts',
    'server/domain/policies/documents/bundle.worker.ts',
    'server/domain/policies/documents/readable.worker.ts',
    'server/demonstration/page.worker.ts',
  );
  expect(workerLibraries.filter((name) => !loadedModules.has(name))).toEqual([]);
});
