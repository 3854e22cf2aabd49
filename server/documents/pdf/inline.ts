/** Converts the inline content of rich text to styled runs. */
import type { RichNode } from '../rich-text/nodes.ts';
import type { Run, Style } from './runs.ts';
import { toPrintable } from './typeface.ts';

/** Wraps inline nodes that are between blocks into paragraphs. */
export function wrapInParagraphs(nodes: readonly RichNode[]): RichNode[] {
  const result: RichNode[] = [];
  let inlineNodes: RichNode[] = [];
  const endParagraph = () => {
    if (inlineNodes.length) result.push({ type: 'paragraph', marks: [], attrs: {}, content: inlineNodes });
    inlineNodes = [];
  };
  for (const node of nodes) {
    if (isInline(node)) inlineNodes.push(node);
    else {
      endParagraph();
      result.push(node);
    }
  }
  endParagraph();
  return result;
}

function isInline({ type, text: words }: RichNode): boolean {
  return words !== undefined || type === 'hardBreak';
}

/** @returns the styled text of the nodes, at any nesting depth */
export function runsOf(nodes: readonly RichNode[], style: Style): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.type === 'hardBreak') return [{ text: '\n', style }];
    if (node.text === undefined) return runsOf(node.content, style);
    return [{ text: toPrintable(node.text), style: styleOf(node, style) }];
  });
}

function styleOf({ marks }: RichNode, outerStyle: Style): Style {
  if (!marks.length) return outerStyle;
  const has = (...types: string[]) => marks.some(({ type }) => types.includes(type));
  const href = marks.find((mark) => mark.type === 'link')?.href;
  return {
    bold: outerStyle.bold === true || has('bold', 'strong'),
    italic: outerStyle.italic === true || has('italic', 'em'),
    underline: has('underline'),
    strike: has('strike'),
    code: has('code'),
    ...(href !== undefined && { href }),
  };
}
