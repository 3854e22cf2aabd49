/** Extracts the visible text of rich text. */
import { isObject } from '#platform/json-object';

/**
 * Extracts the visible text of rich text at any nesting depth. Each paragraph, heading or cell becomes a line.
 * @param content an array of nodes, or a node
 */
export function visibleText(content: unknown): string {
  const texts: string[] = [];
  // Strings on the stack are output. Other values on the stack still have to be visited.
  const stack: unknown[] = [content];
  while (stack.length) {
    const next = stack.pop();
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) for (let index = next.length - 1; index >= 0; index -= 1) stack.push(asNode(next[index]));
    else if (isObject(next)) {
      if (typeof next.text === 'string') texts.push(next.text);
      else if (Array.isArray(next.content)) stack.push('\n', next.content, '\n');
      else texts.push(next.type === 'hardBreak' || next.type === 'horizontalRule' ? '\n' : labelOf(next.attrs));
    }
  }
  return texts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** @returns the value; undefined for a string, because strings among nodes are not visible */
function asNode(value: unknown): unknown {
  return typeof value === 'string' ? undefined : value;
}

/** @returns the text of a mention, which is stored in the attribute `label`; empty for other nodes */
export function labelOf(attrs: unknown): string {
  return isObject(attrs) && typeof attrs.label === 'string' ? attrs.label : '';
}
