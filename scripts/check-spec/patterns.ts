/** Patterns must not backtrack, because they run on client input. */
import { findAttack } from '../lint/attack.ts';
import { type Contract, entries, type Fault, isObject, type Json, list, own } from './document.ts';

export function checkPatterns({ document }: Contract, fault: Fault): void {
  (function walk(value: Json | undefined, where: string) {
    const pattern = own(value, 'pattern');
    if (typeof pattern === 'string' && findAttack(pattern, 'u') !== undefined)
      fault('linear', where, `a text that repeats ${findAttack(pattern, 'u')} keeps ${pattern} busy for longer than its length`);
    for (const [key, inner] of isObject(value) ? entries(value) : list(value).map((item, index) => [String(index), item] as const))
      walk(inner, `${where}/${key}`);
  })(document, '#');
}
