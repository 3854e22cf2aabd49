/** Normalizes stored rich text to nodes with only known properties. */
import { isObject } from '#platform/json-object';
import { labelOf, visibleText } from './visible-text.ts';

export interface RichNode {
  readonly type: string;
  /** Present only on nodes without content. */
  readonly text?: string;
  readonly marks: readonly RichMark[];
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly content: readonly RichNode[];
}
export interface RichMark {
  readonly type: string;
  readonly href?: string;
}

/** Safety limits for content that was not written through the API. They are higher than the limits of requests. */
const limits = { levels: 30, nodes: 100_000, characters: 2_000_000 } as const;
const attributes = ['level', 'start', 'checked', 'colspan', 'rowspan', 'colwidth', 'textAlign'];

/**
 * @param content stored nodes; invalid nodes are left out
 * @returns the nodes with only known properties. Content that is nested too deeply becomes plain text, and content that is too long ends
 * with a note.
 */
export function normalizeRichText(content: readonly unknown[]): RichNode[] {
  let [nodes, characters] = [0, 0];
  const isFull = () => nodes >= limits.nodes || characters >= limits.characters;

  function textNode(text: string, marks: readonly RichMark[] = []): RichNode {
    nodes += 1;
    characters += text.length;
    return { type: 'text', text, marks, attrs: {}, content: [] };
  }
  function normalizeNode(node: unknown, level: number): RichNode[] {
    if (!isObject(node) || isFull()) return [];
    const type = typeof node.type === 'string' ? node.type : '';
    if (typeof node.text === 'string') return [textNode(node.text.slice(0, limits.characters), marksIn(node.marks))];
    nodes += 1;
    const attrs = attributesIn(node.attrs);
    if (!Array.isArray(node.content)) {
      const label = labelOf(node.attrs);
      return [label === '' ? { type, marks: [], attrs, content: [] } : textNode(label)];
    }
    const children =
      level < limits.levels ? node.content.flatMap((part) => normalizeNode(part, level + 1)) : [textNode(visibleText(node.content))];
    return [{ type, marks: [], attrs, content: children }];
  }
  const result = content.flatMap((node) => normalizeNode(node, 1));
  const note = '(The rest of this text is too long for a document and is left out.)';
  return isFull() ? [...result, { type: 'paragraph', marks: [], attrs: {}, content: [textNode(note)] }] : result;
}

function marksIn(marks: unknown): RichMark[] {
  if (!Array.isArray(marks)) return [];
  return marks.slice(0, 20).flatMap((mark): RichMark[] => {
    if (!isObject(mark) || typeof mark.type !== 'string') return [];
    const href = isObject(mark.attrs) ? mark.attrs.href : undefined;
    return [{ type: mark.type, ...(typeof href === 'string' && isSafe(href) && { href }) }];
  });
}

/** Allows only links to web pages and mail addresses. */
function isSafe(href: string): boolean {
  return href.length <= 2000 && /^(?:https?:\/\/|mailto:)[\u0021-\u007e]+$/i.test(href);
}

function attributesIn(attrs: unknown): Record<string, unknown> {
  if (!isObject(attrs)) return {};
  return Object.fromEntries(
    attributes.flatMap((name) => {
      const value = Object.hasOwn(attrs, name) ? attrs[name] : undefined;
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
      const isList = Array.isArray(value) && value.length <= 50 && value.every((part) => typeof part === 'number');
      return isPlain || isList ? [[name, value]] : [];
    }),
  );
}
