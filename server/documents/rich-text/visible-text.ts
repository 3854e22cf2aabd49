import { isObject } from '../../platform/json-object.ts';

/**
 * What a reader sees of a rich text, without its form: one line for each paragraph, heading or cell. However deep it nests, nothing is lost.
 * @param content nodes, or one node that holds them
 */
export function visibleText(content: unknown): string {
  const said: string[] = [];
  // A string stands for itself, what is not visited yet for what it holds.
  const rest: unknown[] = [content];
  while (rest.length) {
    const next = rest.pop();
    if (typeof next === 'string') said.push(next);
    else if (Array.isArray(next)) for (let index = next.length - 1; index >= 0; index -= 1) rest.push(asNode(next[index]));
    else if (isObject(next)) {
      if (typeof next.text === 'string') said.push(next.text);
      else if (Array.isArray(next.content)) rest.push('\n', next.content, '\n');
      else said.push(next.type === 'hardBreak' || next.type === 'horizontalRule' ? '\n' : labelOf(next.attrs));
    }
  }
  return said
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** Only nodes are shown: a text that stands beside them is none. */
function asNode(value: unknown): unknown {
  return typeof value === 'string' ? undefined : value;
}

/** Mentions have their text in an attribute. */
export function labelOf(attrs: unknown): string {
  return isObject(attrs) && typeof attrs.label === 'string' ? attrs.label : '';
}
