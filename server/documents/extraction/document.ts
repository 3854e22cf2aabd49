/** Extracts the paragraphs and tables of a Word document (DOCX), in reading order. */
import { openArchive } from './archive.ts';
import type { Block } from './blocks.ts';
import { fileUnreadable, fileTextTooLong } from './unusable.ts';
import { attributeOf, decodeXml, type Element, elementIn, parseInOrder, textIn } from './xml.ts';

/** Maximum size of the main document part, in bytes, because it is parsed at once. */
const maxBytes = 64 * 1024 * 1024;
/** Maximum number of columns of a Word table. */
const maxColumns = 63;

export function readDocument(bytes: Uint8Array): Block[] {
  const part = openArchive(bytes).part('word/document.xml');
  if (!part) throw fileUnreadable();
  if (part.length > maxBytes) throw fileTextTooLong();
  const body = childrenOf(parseInOrder(decodeXml(part)), 'document').flatMap(({ children }) => childrenOf(children, 'body'));
  return body.flatMap(({ children }) => blocksIn(children));
}

interface NamedElement {
  readonly name: string;
  readonly children: readonly Element[];
  readonly element: Element;
}

function toNamedElement(element: Element): NamedElement {
  const name = Object.keys(element).find((key) => key !== ':@') ?? '';
  const inner = element[name];
  return { name, children: Array.isArray(inner) ? inner.map(elementIn) : [], element };
}

function childrenOf(elements: readonly Element[], name: string): NamedElement[] {
  return elements.map(toNamedElement).filter((one) => one.name === name);
}

function blocksIn(elements: readonly Element[]): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endText = () => {
    if (lines.length) blocks.push({ kind: 'text', lines });
    lines = [];
  };
  for (const { name, children } of elements.map(toNamedElement)) {
    if (name === 'p') lines.push(...linesOf(children));
    if (name === 'tbl') {
      endText();
      blocks.push({
        kind: 'table',
        rows: childrenOf(children, 'tr').map((row) =>
          childrenOf(row.children, 'tc').flatMap((cell) => [
            cellText(cell.children),
            ...Array.from({ length: spanOf(cell.children) - 1 }, () => ''),
          ]),
        ),
      });
    }
    // `sdt` is a content control (form field), whose content is extracted.
    if (name === 'sdt') {
      endText();
      blocks.push(...childrenOf(children, 'sdtContent').flatMap((content) => blocksIn(content.children)));
    }
  }
  endText();
  return blocks;
}

/** @returns the number of columns that a cell spans */
function spanOf(elements: readonly Element[]): number {
  const [span] = childrenOf(elements, 'tcPr').flatMap(({ children }) => childrenOf(children, 'gridSpan'));
  const value = span ? Number(attributeOf(elementIn(span.element[':@']), 'val')) : 1;
  return Number.isInteger(value) && value > 1 && value <= maxColumns ? value : 1;
}

/** @returns all text in a cell, including the text of nested tables */
function cellText(elements: readonly Element[]): string {
  return blocksIn(elements)
    .flatMap((block) => (block.kind === 'text' ? block.lines : block.rows.flat()))
    .filter((text) => text !== '')
    .join(' ');
}

function linesOf(paragraph: readonly Element[]): string[] {
  return runText(paragraph)
    .split('\n')
    .map((line) => line.trim());
}

function runText(elements: readonly Element[]): string {
  return elements
    .map(toNamedElement)
    .map(({ name, children, element }) => {
      switch (name) {
        case '#text':
          return '';
        case 't':
          return children.map(textIn).join('') || textIn(elementIn(element[name]));
        case 'tab':
          return ' ';
        case 'br':
        case 'cr':
          return '\n';
        // These elements contain deleted text, field codes and formatting.
        case 'del':
        case 'delText':
        case 'instrText':
        case 'pPr':
        case 'rPr':
          return '';
        default:
          return runText(children);
      }
    })
    .join('');
}
