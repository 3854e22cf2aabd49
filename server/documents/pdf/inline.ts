/** Converts the inline content of rich text to styled runs. */
import type { RichNode } from '../rich-text/nodes.ts';
import type { Run, Style } from './runs.ts';
import { toPrintable } from './typeface.ts';

/** Wraps inline nodes between blocks in paragraphs. */
export function wrapInParagraphs(nodes: readonly RichNode[]): RichNode[] {
  const result: RichNode[] = [];
  let inlineNodes: RichNode[] = [];
  const close = () => {
    if (inlineNodes.length) result.push({ type: 'paragraph', marks: [], attrs: {}, content: inlineNodes });
    inlineNodes = [];
  };
  for (const node of nodes) {
    if (isInline(node)) inlineNodes.push(node);
    else {
      close();
      result.push(node);
    }
  }
  close();
  return result;
}

function isInline({ type, text: words }: RichNode): boolean {
  return words !== undefined || type === 'hardBreak';
}

/** @returns the text in a paragraph, at any nesting depth */
export function runsOf(nodes: readonly RichNode[], style: Style): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.type === 'hardBreak') return [{ text: '\n', style }];
    if (node.text === undefined) return runsOf(node.content, style);
    return [{ text: toPrintable(node.text), style: styleOf(node, style) }];
  });
}

function styleOf({ marks }: RichNode, given: Style): Style {
  if (!marks.length) return given;
  const has = (...types: string[]) => marks.some(({ type }) => types.includes(type));
  const href = marks.find((mark) => mark.type === 'link')?.href;
  return {
    bold: given.bold === true || has('bold', 'strong'),
    italic: given.italic === true || has('italic', 'em'),
    underline: has('underline'),
    strike: has('strike'),
    code: has('code'),
    ...(href !== undefined && { href }),
  };
}
