/** Which claims the tests say they show: by their ids, in the name of a test or in a comment inside it or at its end. */
import ts from 'typescript';
import { claimId } from './claims.ts';

export interface Showing { readonly file: string; readonly line: number; readonly name: string; readonly claims: readonly string[] }

/** @returns the tests of a file that name claims, and the ids that stand outside of any test and so show nothing */
export function showingsIn(file: string, source: string): { readonly showings: readonly Showing[]; readonly astray: readonly string[] } {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const showings: Showing[] = [];
  let outside = source;
  (function visit(node: ts.Node) {
    const name = nameOf(node);
    if (name === undefined) return void ts.forEachChild(node, visit);
    const start = node.getStart(tree);
    const lineEnd = source.indexOf('\n', node.end);
    const end = lineEnd < 0 ? source.length : lineEnd;
    const claims = [...new Set(source.slice(start, end).match(claimId) ?? [])];
    if (claims.length) showings.push({ file, line: tree.getLineAndCharacterOfPosition(start).line + 1, name: name.replace(claimId, '').replace(/\[[\s,]*\]/g, ' ').replace(/\s+/g, ' ').trim(), claims });
    outside = outside.slice(0, start) + ' '.repeat(end - start) + outside.slice(end);
  })(tree);
  return { showings, astray: outside.match(claimId) ?? [] };
}

/** The name of the test that a call makes; undefined when it makes none, or one that never runs. */
function nameOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [name] = node.arguments;
  const maker = /^(test|it)\b(?:\.(\w+))?/.exec(node.expression.getText());
  if (!maker || !name || maker[2] === 'skip' || maker[2] === 'todo') return undefined;
  if (ts.isStringLiteralLike(name)) return name.text;
  return ts.isTemplateExpression(name) ? name.getText().slice(1, -1) : undefined;
}
