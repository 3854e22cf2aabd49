/** Finds the tests of a file with their names. */
import ts from 'typescript';

export interface Test {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** @returns every test that runs; for a parameterized test the name as written */
export function findTests(file: string, source: string): readonly Test[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const tests: Test[] = [];
  (function visit(node: ts.Node) {
    const name = nameOf(node);
    if (name !== undefined) tests.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, name });
    ts.forEachChild(node, visit);
  })(tree);
  return tests;
}

/** @returns the name of the test that a call defines; undefined if it defines no test or a test that never runs */
function nameOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [name] = node.arguments;
  const maker = /^(test|it)\b(?:\.(\w+))?/.exec(node.expression.getText());
  if (!maker || !name || maker[2] === 'skip' || maker[2] === 'todo') return undefined;
  if (ts.isStringLiteralLike(name)) return name.text;
  return ts.isTemplateExpression(name) ? name.getText().slice(1, -1) : undefined;
}
