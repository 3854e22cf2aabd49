/** A rich text in a form that can be relied on, whatever was stored. */
import { isObject } from '../../platform/json-object.ts';
import { labelOf, visibleText } from './visible-text.ts';

export interface RichNode {
  readonly type: string;
  /** Of nodes without content only. */
  readonly text?: string;
  readonly marks: readonly RichMark[];
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly content: readonly RichNode[];
}
export interface RichMark {
  readonly type: string;
  readonly href?: string;
}

/** More than any request may hold: they are for what was written past the API. */
const most = { levels: 30, nodes: 100_000, characters: 2_000_000 } as const;
const attributes = ['level', 'start', 'checked', 'colspan', 'rowspan', 'colwidth', 'textAlign'];

/**
 * @param content nodes as they are stored; what is no node is left out
 * @returns the same in known members. What nests too deep becomes plain text, and what is too long ends with a note.
 */
export function richNodesIn(content: readonly unknown[]): RichNode[] {
  let [nodes, characters] = [0, 0];
  const isFull = () => nodes >= most.nodes || characters >= most.characters;

  function textNode(text: string, marks: readonly RichMark[] = []): RichNode {
    nodes += 1;
    characters += text.length;
    return { type: 'text', text, marks, attrs: {}, content: [] };
  }
  function node(given: unknown, level: number): RichNode[] {
    if (!isObject(given) || isFull()) return [];
    const type = typeof given.type === 'string' ? given.type : '';
    if (typeof given.text === 'string') return [textNode(given.text.slice(0, most.characters), marksIn(given.marks))];
    nodes += 1;
    const attrs = attributesIn(given.attrs);
    if (!Array.isArray(given.content)) {
      const label = labelOf(given.attrs);
      return [label === '' ? { type, marks: [], attrs, content: [] } : textNode(label)];
    }
    const inside = level < most.levels ? given.content.flatMap((part) => node(part, level + 1)) : [textNode(visibleText(given.content))];
    return [{ type, marks: [], attrs, content: inside }];
  }
  const result = content.flatMap((given) => node(given, 1));
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

/** Only pages and addresses of mail are linked to. */
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
