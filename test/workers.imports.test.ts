/** Libraries that read or write documents, or take long, are loaded by workers alone: no module of the server leads to them. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import ts from 'typescript';
import { importTarget } from './support/import-target.ts';

const heavy = [
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

/** What a module imports when it runs, as it stands there. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  (function walk(node: ts.Node): void {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && !node.importClause?.isTypeOnly)
      found.push(node.moduleSpecifier.text);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) && !node.isTypeOnly)
      found.push(node.moduleSpecifier.text);
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    )
      found.push(node.arguments[0].text);
    ts.forEachChild(node, walk);
  })(source);
  return found;
}

/** Everything that a program may load, however late, and who loads it. */
function reachedFrom(...programs: string[]): Map<string, string> {
  const reached = new Map<string, string>();
  const files = [...programs];
  for (const file of files) {
    for (const name of importsOf(file)) {
      const target = importTarget(file, name) ?? name;
      if (reached.has(target)) continue;
      reached.set(target, file);
      if (target.endsWith('.ts') && existsSync(target)) files.push(target);
    }
  }
  return reached;
}

test.each(['server/main.ts', 'server/index.ts', 'server/admin/main.ts'])('%s', (program) => {
  const reached = reachedFrom(program);
  expect(reached.size).toBeGreaterThan(100);
  expect(heavy.flatMap((name) => reached.get(name) ?? [])).toEqual([]);
  expect([...reached].filter(([target]) => target.endsWith('.worker.ts'))).toEqual([]);
});
test('workers load all of them', () => {
  const reached = reachedFrom(
    'server/areas/assurance-to-customers/questionnaires/documents/read/read.worker.ts',
    'server/areas/assurance-to-customers/questionnaires/documents/export/render.worker.ts',
    'server/areas/audits/soa/documents/render.worker.ts',
    'server/domain/policies/documents/bundle.worker.ts',
    'server/domain/policies/documents/readable.worker.ts',
    'server/demonstration/page.worker.ts',
  );
  expect(heavy.filter((name) => !reached.has(name))).toEqual([]);
});
