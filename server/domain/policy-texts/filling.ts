/** Fills the text of a policy template with what is known of the organization (spec/areas/frameworks, rule 26). */
import { trusted } from '../../platform/trusted.ts';

/** What a text is filled with: values by placeholder, and the frameworks that are adopted. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}
type Node = Readonly<Record<string, unknown>>;

const token = /\{\{\s*(#if\s+\w+|\/if|\w+)\s*\}\}/;

/**
 * @param nodes of a rich text. A condition may begin in one and end in a later one.
 * @returns the same with `{{NAME}}` replaced, `N/A` where nothing is known, and without what the conditions leave out
 */
export function filled(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
  const conditions: boolean[] = [];
  const holds = () => conditions.every(Boolean);

  function text(words: string): string {
    return words
      .split(token)
      .map((part, index) => {
        if (index % 2 === 0) return holds() ? part : '';
        if (part === '/if') conditions.pop();
        else if (part.startsWith('#if')) conditions.push(filling.flags.includes(part.slice(3).trim()));
        else if (holds()) return filling.values[part] ?? 'N/A';
        return '';
      })
      .join('');
  }
  /** Nothing, when the node is left out or has nothing left in it. */
  function node(given: Node): Record<string, unknown> | undefined {
    if (typeof given.text === 'string') {
      const words = text(given.text);
      return words === '' ? undefined : { ...given, text: words };
    }
    if (!Array.isArray(given.content)) return holds() ? { ...given } : undefined;
    const content = parts(given.content);
    return given.content.length && !content.length ? undefined : { ...given, content };
  }
  function parts(given: readonly unknown[]): Record<string, unknown>[] {
    return given.flatMap((part) => {
      const kept = isNode(part) ? node(part) : undefined;
      return kept ? [kept] : [];
    });
  }
  return parts(nodes);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param stored with a policy @returns how its text was filled in; null when it was not */
export function fillingIn(stored: unknown): Filling | null {
  const isFilling = isNode(stored) && isNode(stored.values) && Array.isArray(stored.flags);
  return isFilling ? trusted<Filling>(stored, 'it is stored with the text that it made') : null;
}
