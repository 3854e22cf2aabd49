import { isObject } from '#platform/json-object';

/**
 * Extracts the visible text of rich text: one line per paragraph, heading or cell. It works at any nesting depth.
 * @param content nodes, or a node that contains them
 */
export function visibleText(content: unknown): string {
  const texts: string[] = [];
  // The stack: strings are output, and other values still have to be visited.
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

/** Only nodes are visible: strings among them are ignored. */
function asNode(value: unknown): unknown {
  return typeof value === 'string' ? undefined : value;
}

/** Mentions have their text in an attribute. */
export function labelOf(attrs: unknown): string {
  return isObject(attrs) && typeof attrs.label === 'string' ? attrs.label : '';
}
