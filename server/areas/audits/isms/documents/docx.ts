/** Renders an ISMS document as DOCX with a cover page. */
import {
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Paper } from '../rules/paper.ts';
import type { Block, Section } from '../rules/sections/blocks.ts';

/** The width of an A4 page without margins, in twentieths of a point. */
const textWidth = 9026;

/** @returns the content of a DOCX file */
export async function docxOf({ organization, title, standard, code, facts, sections }: Paper): Promise<Uint8Array> {
  const document = new Document({
    title: toXmlText(title),
    creator: toXmlText(organization),
    subject: toXmlText(code),
    sections: [
      {
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                children: [
                  new TextRun(toXmlText(`${organization} · ${code} · `)),
                  new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
                ],
              }),
            ],
          }),
        },
        children: [
          paragraph(organization),
          new Paragraph({ heading: HeadingLevel.TITLE, children: runsOf(title) }),
          paragraph(`${standard} · ${code}`),
          table(facts.map(([name, value]) => [name, value])),
          new Paragraph({ children: [new PageBreak()] }),
          ...sections.flatMap(sectionOf),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

function sectionOf({ heading, blocks }: Section): (Paragraph | Table)[] {
  return [new Paragraph({ heading: HeadingLevel.HEADING_1, children: runsOf(heading) }), ...blocks.flatMap(blockOf)];
}

function blockOf(block: Block): (Paragraph | Table)[] {
  if (block.kind === 'text') return block.text.split('\n').map(paragraph);
  if (block.kind === 'list') return block.items.map((item) => new Paragraph({ bullet: { level: 0 }, children: runsOf(item) }));
  // Without an empty paragraph, adjacent tables would merge.
  return [table([block.columns, ...block.rows], true), paragraph('')];
}

function table(rows: readonly (readonly string[])[], hasHead = false): Table {
  const columnCount = Math.max(1, ...rows.map(({ length }) => length));
  const width = Math.floor(textWidth / columnCount);
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: Array.from({ length: columnCount }, () => width),
    rows: rows.map((cells, index) => {
      const isHead = hasHead && index === 0;
      return new TableRow({
        tableHeader: isHead,
        children: cells.map(
          (cell) =>
            new TableCell({
              width: { size: width, type: WidthType.DXA },
              children: cell.split('\n').map((line) => new Paragraph({ children: runsOf(line, isHead) })),
            }),
        ),
      });
    }),
  });
}

function paragraph(text: string): Paragraph {
  return new Paragraph({ children: runsOf(text) });
}

function runsOf(text: string, bold = false): TextRun[] {
  return text.split('\n').map((line, index) => new TextRun({ text: toXmlText(line), bold, ...(index > 0 && { break: 1 }) }));
}

/** Removes control characters that XML cannot contain, and replaces unpaired surrogates. */
function toXmlText(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
