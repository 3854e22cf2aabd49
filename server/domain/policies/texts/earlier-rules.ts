/**
 * Fills templates by earlier versions of the filling rules, to detect whether an organization has changed its copy of a template
 * (frameworks, rule 18).
 */
import { isObject, type JsonObject } from '#platform/json-object';
import { fillTemplate, type Filling } from './filling.ts';

const token = /\{\{\s*(#if\s+\w+|\/if|\w+)\s*\}\}/;

/** @param filling the data stored with a copy @returns the text that the copy had when it was created */
export function fillByStoredVersion(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
  return filling.edition === undefined ? fillByFirstRules(nodes, filling) : fillTemplate(nodes, filling);
}

/** Fills a template by version 1 of the rules, which replaces an unknown value with `N/A`. */
function fillByFirstRules(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
  const conditions: boolean[] = [];
  const isIncluded = () => conditions.every(Boolean);

  function fillText(words: string): string {
    return words
      .split(token)
      .map((part, index) => {
        if (index % 2 === 0) return isIncluded() ? part : '';
        if (part === '/if') conditions.pop();
        else if (part.startsWith('#if')) conditions.push(filling.flags.includes(part.slice(3).trim()));
        else if (isIncluded()) return filling.values[part] ?? 'N/A';
        return '';
      })
      .join('');
  }
  function fillNode(node: JsonObject): Record<string, unknown> | undefined {
    if (typeof node.text === 'string') {
      const words = fillText(node.text);
      return words === '' ? undefined : { ...node, text: words };
    }
    if (!Array.isArray(node.content)) return isIncluded() ? { ...node } : undefined;
    const content = fillNodes(node.content);
    return node.content.length && !content.length ? undefined : { ...node, content };
  }
  function fillNodes(templateNodes: readonly unknown[]): Record<string, unknown>[] {
    return templateNodes.flatMap((part) => {
      const filled = isObject(part) ? fillNode(part) : undefined;
      return filled ? [filled] : [];
    });
  }
  return fillNodes(nodes);
}
