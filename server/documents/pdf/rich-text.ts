/** Lays out the blocks of rich text as lines that flow over pages. */
import type PDFDocument from 'pdfkit';
import type { RichNode } from '../rich-text/nodes.ts';
import { keepWithNext, type Line, withSpaceAbove } from './flow.ts';
import { type Cell, layOutGrid } from './grid.ts';
import type { BrandColors } from './brand-colors.ts';
import { runsOf, wrapInParagraphs } from './inline.ts';
import { breakRuns, drawRuns, measurerOf, type Run, createUnbreakableRun, type Style } from './runs.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** The position of blocks and the style of their text. */
interface Frame {
  readonly left: number;
  readonly width: number;
  readonly color: string;
  /** Nesting depth of lists. */
  readonly depth: number;
  readonly style: Style;
}
interface Paragraph {
  readonly size: number;
  readonly leading: number;
  readonly before: number;
  readonly color: string;
  readonly align?: unknown;
}

const text = { size: 10, leading: 14.5, color: '#1c2530', faint: '#4a5563' } as const;
const headings = [
  { size: 16, before: 22 },
  { size: 13, before: 18 },
  { size: 11.5, before: 14 },
  { size: 10.5, before: 12 },
  { size: 10, before: 10 },
  { size: 10, before: 10 },
] as const;
const code = { size: 9, leading: 12.5, padding: 6 } as const;
const minWidth = 30;
const lists = ['bulletList', 'orderedList', 'taskList'];

/** @returns the lines of the text, each at most half a page high. `left` and `width` are the position of the text on each page. */
export function layOutRichText(
  pdf: Pdf,
  nodes: readonly RichNode[],
  { left, width, ink }: { left: number; width: number; ink: BrandColors },
): Line[] {
  const measurerFor = (size: number) => measurerOf(pdf, size);
  return layOutBlocks(nodes, { left, width, color: text.color, depth: 0, style: {} });

  function layOutBlocks(blockNodes: readonly RichNode[], frame: Frame): Line[] {
    const grouped = wrapInParagraphs(blockNodes);
    return grouped.flatMap((node, index) => {
      const lines = layOutBlock(node, frame);
      // A paragraph that introduces a list or table stays on the same page as the start of the list or table.
      const introduces = node.type === 'paragraph' && endsWithColon(node) && index < grouped.length - 1;
      return introduces ? keepWithNext(lines) : lines;
    });
  }
  function layOutBlock(node: RichNode, frame: Frame): Line[] {
    switch (node.type) {
      case 'heading':
        return heading(node, frame);
      case 'paragraph':
        return paragraph(runsOf(node.content, frame.style), frame, { ...text, before: 7, color: frame.color, align: node.attrs.textAlign });
      case 'bulletList':
      case 'orderedList':
      case 'taskList':
        return list(node, frame);
      case 'blockquote':
        return quote(node, frame);
      case 'codeBlock':
        return codeBlock(node, frame);
      case 'horizontalRule':
        return [{ height: 1, before: 12, keep: false, draw: (y) => rule(frame.left, y, frame.width, '#c5ccd6') }];
      case 'table':
        return table(node, frame);
      default:
        return layOutBlocks(node.content, frame);
    }
  }
  function paragraph(runs: readonly Run[], frame: Frame, { size, leading, before, color, align }: Paragraph): Line[] {
    if (runs.every((run) => run.text.trim() === '')) return [];
    const widthOf = measurerFor(size);
    const brokenLines = breakRuns(runs, frame.width, widthOf);
    return brokenLines.map((line, index) => ({
      height: leading,
      before: index === 0 ? before : 0,
      // The first and the last line of a paragraph are never alone on a page.
      keep: (index === 0 && brokenLines.length > 1) || (index === brokenLines.length - 2 && index > 0),
      draw: (y) => {
        const free = frame.width - line.reduce((sum, run) => sum + widthOf(run.text, run.style), 0);
        const shift = align === 'right' ? free : align === 'center' ? free / 2 : 0;
        drawRuns(pdf, line, frame.left + shift, y + leading * 0.5 + size * 0.36, { size, color, accent: ink.text, widthOf });
      },
    }));
  }
  function heading({ attrs, content }: RichNode, frame: Frame): Line[] {
    const level = typeof attrs.level === 'number' && attrs.level >= 1 ? Math.min(Math.floor(attrs.level), 6) : 1;
    const { size, before } = headings[level - 1] ?? headings[5];
    const lines = paragraph(runsOf(content, { ...frame.style, bold: true, italic: level === 6 }), frame, {
      size,
      leading: size * 1.3,
      before,
      color: level <= 3 ? ink.text : frame.color,
    });
    return lines.map((line) => ({ ...line, keep: true }));
  }
  function list(node: RichNode, frame: Frame): Line[] {
    const items = node.content.flatMap((item) => (lists.includes(item.type) ? item.content : [item]));
    const start = typeof node.attrs.start === 'number' && Number.isSafeInteger(node.attrs.start) ? node.attrs.start : 1;
    const markers = items.map((_item, index) => markerOf(node.type, frame.depth, start + index));
    const widthOf = measurerFor(text.size);
    const indent = Math.min(Math.max(16, ...markers.map((marker) => widthOf(marker, {}) + 7)), frame.width / 2);
    const inner = { ...frame, ...inset(frame, indent), depth: frame.depth + 1 };
    return items.flatMap((item, index) => {
      const [firstLine = emptyLine, ...remainingLines] = layOutBlocks(item.content, inner);
      const marker = markers[index] ?? '';
      const draw = (y: number, gap: number) => {
        if (node.type === 'taskList') checkbox(frame.left + 1, y + 3, item.attrs.checked === true);
        else
          drawRuns(
            pdf,
            [{ text: marker, style: {} }],
            frame.left + indent - 7 - widthOf(marker, {}),
            y + text.leading * 0.5 + text.size * 0.36,
            {
              size: text.size,
              color: frame.color,
              accent: ink.text,
              widthOf,
            },
          );
        firstLine.draw(y, gap);
      };
      return [{ ...firstLine, before: index === 0 && frame.depth === 0 ? 6 : 3, draw }, ...remainingLines];
    });
  }
  function quote(node: RichNode, frame: Frame): Line[] {
    const inner = { ...frame, ...inset(frame, 14), color: text.faint };
    return withSpaceAbove(layOutBlocks(node.content, inner), 8).map((line, index) => ({
      ...line,
      draw: (y, gap) => {
        const top = index === 0 ? y : y - gap;
        pdf.rect(frame.left, top, 2.5, y + line.height - top).fill(ink.text);
        line.draw(y, gap);
      },
    }));
  }
  function codeBlock(node: RichNode, frame: Frame): Line[] {
    const style = { code: true };
    const codeText = runsOf(node.content, {})
      .map((run) => run.text)
      .join('');
    const widthOf = measurerFor(code.size);
    const brokenLines = breakRuns([createUnbreakableRun(codeText, style)], Math.max(frame.width - 2 * code.padding, minWidth), widthOf);
    const drawBackground = (y: number, height: number) => pdf.rect(frame.left, y, frame.width, height).fill('#eef0f3');
    return brokenLines.map((line, index) => {
      const [above, below] = [index === 0 ? code.padding : 0, index === brokenLines.length - 1 ? code.padding : 0];
      const height = above + code.leading + below;
      return {
        height,
        before: index === 0 ? 8 : 0,
        keep: (index === 0 && brokenLines.length > 1) || (index === brokenLines.length - 2 && index > 0),
        draw: (y) => {
          drawBackground(y, height + (below ? 0 : 0.3));
          const codeRuns = line.map((run) => ({ ...run, style }));
          drawRuns(pdf, codeRuns, frame.left + code.padding, y + above + code.leading * 0.7, {
            size: code.size,
            color: text.color,
            accent: ink.text,
            widthOf,
          });
        },
      };
    });
  }
  function table(node: RichNode, frame: Frame): Line[] {
    const rows = node.content.filter(({ type }) => type === 'tableRow').map((row) => row.content.map((cell) => cellOf(cell, frame)));
    return layOutGrid(pdf, { left: frame.left, width: frame.width, ink }, rows);
  }
  function cellOf(cell: RichNode, frame: Frame): Cell {
    const header = cell.type === 'tableHeader';
    const style = header ? { ...frame.style, bold: true } : frame.style;
    return {
      header,
      columns: countIn(cell.attrs.colspan),
      rows: countIn(cell.attrs.rowspan),
      widths: Array.isArray(cell.attrs.colwidth) ? cell.attrs.colwidth.filter((width) => typeof width === 'number' && width > 0) : [],
      length: lengthOf(cell),
      lines: (left, width) => layOutBlocks(cell.content, { ...frame, left, width: Math.max(width, minWidth), style, depth: 0 }),
    };
  }
  function checkbox(x: number, y: number, checked: boolean) {
    pdf.rect(x, y, 8, 8).lineWidth(0.8).strokeColor(text.faint).stroke();
    if (!checked) return;
    pdf
      .moveTo(x + 1.8, y + 4.2)
      .lineTo(x + 3.4, y + 6)
      .lineTo(x + 6.4, y + 2)
      .lineWidth(1.1)
      .strokeColor(ink.text)
      .stroke();
  }
  function rule(x: number, y: number, width: number, color: string) {
    pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.8)
      .strokeColor(color)
      .stroke();
  }
}

const emptyLine: Line = { height: text.leading, before: 0, keep: false, draw: () => undefined };

function inset({ left, width }: Frame, by: number): Pick<Frame, 'left' | 'width'> {
  return { left: left + by, width: Math.max(width - by, minWidth) };
}

/** @returns the marker of a list item. The markers `1.`, `a.` and `i.` alternate by nesting depth. */
function markerOf(type: string, depth: number, number: number): string {
  if (type === 'taskList') return '';
  if (type === 'bulletList') return depth % 2 === 0 ? '•' : '–';
  if (depth % 3 === 1 && number >= 1 && number <= 26) return `${String.fromCharCode(96 + number)}.`;
  if (depth % 3 === 2 && number >= 1 && number <= romans.length) return `${romans[number - 1] ?? number}.`;
  return `${number}.`;
}
const romans = [
  'i',
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
  'xvii',
  'xviii',
  'xix',
  'xx',
];

function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? Math.min(value, 100) : 1;
}

function endsWithColon(node: RichNode): boolean {
  const lastNode = node.content.at(-1);
  return lastNode?.text?.trimEnd().endsWith(':') ?? false;
}

function lengthOf(node: RichNode): number {
  return (node.text?.length ?? 0) + node.content.reduce((sum, part) => sum + lengthOf(part), 0);
}
