/** Paragraphs and tables of a word processor's document (DOCX), in their order. */
import { openArchive } from './archive.ts';
import type { Block } from './blocks.ts';
import { broken, tooMuchText } from './unusable.ts';
import { attributeOf, decodeXml, type Element, elementIn, parseInOrder, textIn } from './xml.ts';

/** What is parsed in one piece, in bytes. */
const mostBytes = 64 * 1024 * 1024;
/** No table is wider. */
const mostColumns = 63;

export function readDocument(bytes: Uint8Array): Block[] {
  const part = openArchive(bytes).part('word/document.xml');
  if (!part) throw broken();
  if (part.length > mostBytes) throw tooMuchText();
  const body = childrenOf(parseInOrder(decodeXml(part)), 'document').flatMap(({ children }) => childrenOf(children, 'body'));
  return body.flatMap(({ children }) => blocksIn(children));
}

interface Named {
  readonly name: string;
  readonly children: readonly Element[];
  readonly element: Element;
}

function named(element: Element): Named {
  const name = Object.keys(element).find((key) => key !== ':@') ?? '';
  const inner = element[name];
  return { name, children: Array.isArray(inner) ? inner.map(elementIn) : [], element };
}

function childrenOf(elements: readonly Element[], name: string): Named[] {
  return elements.map(named).filter((one) => one.name === name);
}

function blocksIn(elements: readonly Element[]): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endText = () => {
    if (lines.length) blocks.push({ kind: 'text', lines });
    lines = [];
  };
  for (const { name, children } of elements.map(named)) {
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
    // A field that was filled in: what is in it is what counts.
    if (name === 'sdt') {
      endText();
      blocks.push(...childrenOf(children, 'sdtContent').flatMap((content) => blocksIn(content.children)));
    }
  }
  endText();
  return blocks;
}

/** How many columns a cell goes over. */
function spanOf(elements: readonly Element[]): number {
  const [span] = childrenOf(elements, 'tcPr').flatMap(({ children }) => childrenOf(children, 'gridSpan'));
  const value = span ? Number(attributeOf(elementIn(span.element[':@']), 'val')) : 1;
  return Number.isInteger(value) && value > 1 && value <= mostColumns ? value : 1;
}

/** Of a cell everything, tables in it as well. */
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
    .map(named)
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
        // What was crossed out, and the code behind a field.
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
