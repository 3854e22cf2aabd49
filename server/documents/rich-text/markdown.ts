/** Converts Markdown to rich text. Unsupported syntax, such as HTML and images, is kept as source text. */
import { marked } from 'marked';
import { isObject } from '#platform/json-object';
import { normalizeRichText, type RichNode } from './nodes.ts';

/** @returns the blocks of a text; a text that is nested too deeply for the parser becomes plain paragraphs */
export function parseMarkdown(text: string): RichNode[] {
  try {
    return normalizeRichText(marked.lexer(text).flatMap(blockOf));
  } catch (error) {
    if (error instanceof RangeError) return normalizeRichText(text.split('\n').map((line) => paragraph([{ type: 'text', text: line }])));
    throw error;
  }
}

type Node = Readonly<Record<string, unknown>>;

const paragraph = (content: readonly Node[]): Node => ({ type: 'paragraph', content });
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function blockOf(token: unknown): Node[] {
  if (!isObject(token)) return [];
  const inline = () => inlineOf(token, []);
  const blocks = () => listIn(token.tokens).flatMap(blockOf);
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [{ type: 'heading', attrs: { level: token.depth }, content: inline() }];
    case 'blockquote':
      return [{ type: 'blockquote', content: blocks() }];
    case 'code':
      return [{ type: 'codeBlock', content: [{ type: 'text', text: textIn(token.text) }] }];
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'list':
      return [
        {
          type: token.ordered === true ? 'orderedList' : 'bulletList',
          attrs: { start: token.start },
          content: listIn(token.items).map((item) => ({
            type: 'listItem',
            content: isObject(item) ? listIn(item.tokens).flatMap(blockOf) : [],
          })),
        },
      ];
    case 'table':
      return [
        { type: 'table', content: [rowOf(token.header, 'tableHeader'), ...listIn(token.rows).map((row) => rowOf(row, 'tableCell'))] },
      ];
    default:
      return [paragraph(inline())];
  }
}

function rowOf(cells: unknown, type: string): Node {
  return {
    type: 'tableRow',
    content: listIn(cells).map((cell) => ({ type, content: [paragraph(isObject(cell) ? inlineOf(cell, []) : [])] })),
  };
}

/** @returns the text nodes of a block, with their marks */
function inlineOf(token: Node, marks: readonly Node[]): Node[] {
  if (!Array.isArray(token.tokens)) return [{ type: 'text', text: plainText(token), marks }];
  return listIn(token.tokens).flatMap((inner): Node[] => {
    if (!isObject(inner)) return [];
    if (inner.type === 'br') return [{ type: 'hardBreak' }];
    if (inner.type === 'image') return [{ type: 'text', text: textIn(inner.raw), marks }];
    const mark = markOf(inner);
    return inlineOf(inner, mark ? [...marks, mark] : marks);
  });
}

function markOf({ type, href }: Node): Node | undefined {
  if (type === 'strong') return { type: 'bold' };
  if (type === 'em') return { type: 'italic' };
  if (type === 'del') return { type: 'strike' };
  if (type === 'codespan') return { type: 'code' };
  return type === 'link' ? { type: 'link', attrs: { href } } : undefined;
}

/** @returns the text of a token, with spaces in place of line breaks */
function plainText({ text, raw }: Node): string {
  return (typeof text === 'string' ? text : textIn(raw)).replace(/\n/g, ' ');
}
