/**
 * Reproduces texts that were filled by earlier rules, only to detect whether the organization has changed its copy (frameworks,
 * rule 18).
 */
import { isObject, type JsonObject } from '#platform/json-object';
import { fillTemplate, type Filling } from './filling.ts';

const token = /\{\{\s*(#if\s+\w+|\/if|\w+)\s*\}\}/;

/** @param filling stored with a copy @returns the text of the copy when it was created */
export function fillByStoredRules(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
  return filling.edition === undefined ? fillByFirstRules(nodes, filling) : fillTemplate(nodes, filling);
}

/** Version 1 of the rules: an unknown value becomes `N/A`. */
function fillByFirstRules(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
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
  function node(given: JsonObject): Record<string, unknown> | undefined {
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
      const kept = isObject(part) ? node(part) : undefined;
      return kept ? [kept] : [];
    });
  }
  return parts(nodes);
}
