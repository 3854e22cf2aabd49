/** What is on the pages of a policy: what is known of it, its text, and its versions. */
import { keptWithNext, type Line, spaceOf } from '../../documents/pdf/flow.ts';
import { gridOf, plainCell } from '../../documents/pdf/grid.ts';
import { typeset } from '../../documents/pdf/rich-text.ts';
import { brokenRuns, drawRuns, type Run, rulerOf } from '../../documents/pdf/runs.ts';
import { isPrintable, printable } from '../../documents/pdf/typeface.ts';
import type { RichNode } from '../../documents/rich-text/nodes.ts';
import type { SetPolicy } from './document.ts';
import { dayOf, departmentLabel, statusLabel } from './labels.ts';
import { colors, type Pdf, type Place } from './place.ts';

interface Sheet {
  readonly organization: string;
  readonly policy: SetPolicy;
  /** How many pages of its own PDF follow; undefined when its text is set. */
  readonly pages: number | undefined;
}
interface Setting {
  readonly size: number;
  readonly leading: number;
  readonly color: string;
  readonly before?: number;
}

const body = { size: 10, leading: 14.5, color: colors.text } as const;
const table = { size: 9, leading: 12.5, color: colors.text } as const;
const factsInRow = 3;

export function sheetOf(pdf: Pdf, at: Place, { organization, policy, pages }: Sheet): Line[] {
  const notes = notesOf(policy, pages);
  const text = pages === undefined ? typeset(pdf, withoutName(policy), { left: at.left, width: at.width, ink: at.ink }) : [];
  const empty =
    pages === undefined && !text.length && !policy.isTextLeftOut
      ? linesOf(pdf, at, [{ text: 'This policy has no text.', style: { italic: true } }], body)
      : [];
  return [
    ...titleOf(pdf, at, organization, policy),
    ...notes.flatMap((note) => linesOf(pdf, at, [{ text: note, style: { italic: true } }], { ...body, color: colors.faint })),
    ...text,
    ...empty,
    ...historyOf(pdf, at, policy),
  ];
}

function notesOf({ pdf, name, content, isTextLeftOut = false }: SetPolicy, pages: number | undefined): string[] {
  if (pages !== undefined)
    return [
      pages === 1
        ? 'The policy is the document on the next page, as it was uploaded.'
        : `The policy is the document on the next ${pages} pages, as it was uploaded.`,
    ];
  if (isTextLeftOut) return ['The policies are too long together for one document. Download this one on its own to read it.'];
  return [
    ...(pdf ? ['The uploaded PDF of this policy is encrypted or cannot be read. This is the text that is stored beside it.'] : []),
    ...([name, ...content.flatMap(textsIn)].every(isPrintable)
      ? []
      : ['This document has Latin, Greek and Cyrillic letters. Other characters of the text appear as question marks.']),
  ];
}

function textsIn({ text, content }: RichNode): string[] {
  return text === undefined ? content.flatMap(textsIn) : [text];
}

function titleOf(pdf: Pdf, at: Place, organization: string, policy: SetPolicy): Line[] {
  const bar: Line = { height: 14, before: 0, keep: true, draw: (y) => pdf.rect(at.left, y, 48, 4).fill(at.ink.fill) };
  const rule: Line = {
    height: 1,
    before: 10,
    keep: false,
    draw: (y) =>
      pdf
        .moveTo(at.left, y)
        .lineTo(at.left + at.width, y)
        .lineWidth(0.8)
        .strokeColor(colors.rule)
        .stroke(),
  };
  return [
    bar,
    ...linesOf(pdf, at, [{ text: oneLine(organization), style: {} }], { ...table, color: colors.faint }),
    ...linesOf(pdf, at, [{ text: oneLine(policy.name), style: { bold: true } }], { size: 22, leading: 28, color: at.ink.text, before: 2 }),
    ...factsOf(pdf, at, policy),
    rule,
    spaceOf(8),
  ];
}

/** In rows of three: what is not known has no place. */
function factsOf(pdf: Pdf, at: Place, policy: SetPolicy): Line[] {
  const { status, version, department, approver, publishedAt, reviewDate } = policy;
  const facts = [
    ['Status', statusLabel(status)],
    ['Version', version === null ? undefined : String(version)],
    ['Department', departmentLabel(department)],
    ['Approver', approver ?? undefined],
    ['Published', publishedAt === null ? undefined : dayOf(publishedAt)],
    ['Next review', reviewDate === null ? undefined : dayOf(reviewDate)],
  ].flatMap(([label, value]) => (label !== undefined && value !== undefined && value !== '' ? [{ label, value }] : []));
  const width = at.width / factsInRow;
  return Array.from({ length: Math.ceil(facts.length / factsInRow) }, (_, row): Line => {
    const cells = facts.slice(row * factsInRow, (row + 1) * factsInRow).map(({ label, value }, column) => ({
      label: [{ text: label, style: {} }],
      lines: brokenRuns([{ text: oneLine(value), style: { bold: true } }], width - 12, rulerOf(pdf, body.size)),
      left: at.left + column * width,
    }));
    return {
      height: 12 + Math.max(1, ...cells.map(({ lines }) => lines.length)) * 13,
      before: row === 0 ? 10 : 8,
      keep: true,
      draw: (y) => {
        for (const { label, lines, left } of cells) {
          drawRuns(pdf, label, left, y + 8, { size: 8, color: colors.faint, accent: at.ink.text, widthOf: rulerOf(pdf, 8) });
          for (const [index, runs] of lines.entries())
            drawRuns(pdf, runs, left, y + 21 + index * 13, {
              size: body.size,
              color: colors.text,
              accent: at.ink.text,
              widthOf: rulerOf(pdf, body.size),
            });
        }
      },
    };
  });
}

function historyOf(pdf: Pdf, at: Place, { history }: SetPolicy): Line[] {
  if (!history.length) return [];
  const heading = linesOf(pdf, at, [{ text: 'Version history', style: { bold: true } }], {
    size: 13,
    leading: 17,
    color: at.ink.text,
    before: 26,
  });
  const rows = [
    ['Version', 'Published', 'Published by', 'Changes'],
    ...history.map(({ version, publishedAt, publishedBy, changelog }) => [
      String(version),
      publishedAt === null ? 'Not published' : dayOf(publishedAt),
      publishedBy ?? '',
      changelog ?? '',
    ]),
  ];
  const widths = [54, 82, 124, at.width - 260];
  const cells = rows.map((row, index) =>
    row.map((text, column) =>
      plainCell(index === 0, widths[column] ?? 1, (left, width) =>
        linesOf(pdf, { ...at, left, width }, [{ text: printable(text), style: { bold: index === 0 } }], table),
      ),
    ),
  );
  return [...keptWithNext(heading), ...gridOf(pdf, { left: at.left, width: at.width, ink: at.ink }, cells)];
}

function linesOf(
  pdf: Pdf,
  { left, width, ink }: Pick<Place, 'ink'> & { left: number; width: number },
  runs: readonly Run[],
  { size, leading, color, before = 0 }: Setting,
): Line[] {
  const widthOf = rulerOf(pdf, size);
  return brokenRuns(runs, width, widthOf).map((line, index) => ({
    height: leading,
    before: index === 0 ? before : 0,
    keep: false,
    draw: (y) => drawRuns(pdf, line, left, y + leading * 0.5 + size * 0.36, { size, color, accent: ink.text, widthOf }),
  }));
}

/** The name is the title already: a text that begins with it does not say it twice. */
function withoutName({ name, content }: SetPolicy): readonly RichNode[] {
  const [first, ...rest] = content;
  const said = first?.type === 'heading' ? first.content.map(({ text }) => text ?? '').join('') : undefined;
  return said?.trim().toLowerCase() === name.trim().toLowerCase() ? rest : content;
}

function oneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ');
}
