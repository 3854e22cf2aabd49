/** Lays out the pages of a policy: its metadata, text and version history. */
import { keepWithNext, type Line, createEmptyLine } from '#documents/pdf/flow';
import { layOutGrid, createTextCell } from '#documents/pdf/grid';
import { layOutRichText } from '#documents/pdf/rich-text';
import { breakRuns, drawRuns, type Run, measurerOf } from '#documents/pdf/runs';
import { isPrintable, toPrintable } from '#documents/pdf/typeface';
import type { RichNode } from '#documents/rich-text/nodes';
import type { NormalizedPolicy } from './document.ts';
import { dayOf, departmentLabel, statusLabel } from './labels.ts';
import { colors, type Pdf, type PageLayout } from './page-layout.ts';

interface Sheet {
  readonly organization: string;
  readonly policy: NormalizedPolicy;
  /** The number of pages of the policy's uploaded PDF that follow; undefined if the policy's text is rendered. */
  readonly pages: number | undefined;
}
interface TextSetting {
  readonly size: number;
  readonly leading: number;
  readonly color: string;
  readonly before?: number;
}

const body = { size: 10, leading: 14.5, color: colors.text } as const;
const table = { size: 9, leading: 12.5, color: colors.text } as const;
const factsInRow = 3;

export function layOutSheet(pdf: Pdf, area: PageLayout, { organization, policy, pages }: Sheet): Line[] {
  const notes = notesOf(policy, pages);
  const text = pages === undefined ? layOutRichText(pdf, withoutName(policy), { left: area.left, width: area.width, ink: area.ink }) : [];
  const emptyNote =
    pages === undefined && !text.length && !policy.isTextLeftOut
      ? wrap(pdf, area, [{ text: 'This policy has no text.', style: { italic: true } }], body)
      : [];
  return [
    ...titleOf(pdf, area, organization, policy),
    ...notes.flatMap((note) => wrap(pdf, area, [{ text: note, style: { italic: true } }], { ...body, color: colors.faint })),
    ...text,
    ...emptyNote,
    ...historyOf(pdf, area, policy),
  ];
}

function notesOf({ pdf, name, content, isTextLeftOut = false }: NormalizedPolicy, pages: number | undefined): string[] {
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

function titleOf(pdf: Pdf, area: PageLayout, organization: string, policy: NormalizedPolicy): Line[] {
  const bar: Line = { height: 14, before: 0, keep: true, draw: (y) => pdf.rect(area.left, y, 48, 4).fill(area.ink.fill) };
  const rule: Line = {
    height: 1,
    before: 10,
    keep: false,
    draw: (y) =>
      pdf
        .moveTo(area.left, y)
        .lineTo(area.left + area.width, y)
        .lineWidth(0.8)
        .strokeColor(colors.rule)
        .stroke(),
  };
  return [
    bar,
    ...wrap(pdf, area, [{ text: toLine(organization), style: {} }], { ...table, color: colors.faint }),
    ...wrap(pdf, area, [{ text: toLine(policy.name), style: { bold: true } }], { size: 22, leading: 28, color: area.ink.text, before: 2 }),
    ...factsOf(pdf, area, policy),
    rule,
    createEmptyLine(8),
  ];
}

/** Lays out the metadata in rows of three. Unknown values are left out. */
function factsOf(pdf: Pdf, area: PageLayout, policy: NormalizedPolicy): Line[] {
  const { status, version, department, approver, publishedAt, reviewDate } = policy;
  const facts = [
    ['Status', statusLabel(status)],
    ['Version', version === null ? undefined : String(version)],
    ['Department', departmentLabel(department)],
    ['Approver', approver ?? undefined],
    ['Published', publishedAt === null ? undefined : dayOf(publishedAt)],
    ['Next review', reviewDate === null ? undefined : dayOf(reviewDate)],
  ].flatMap(([label, value]) => (label !== undefined && value !== undefined && value !== '' ? [{ label, value }] : []));
  const width = area.width / factsInRow;
  return Array.from({ length: Math.ceil(facts.length / factsInRow) }, (_, row): Line => {
    const cells = facts.slice(row * factsInRow, (row + 1) * factsInRow).map(({ label, value }, column) => ({
      label: [{ text: label, style: {} }],
      lines: breakRuns([{ text: toLine(value), style: { bold: true } }], width - 12, measurerOf(pdf, body.size)),
      left: area.left + column * width,
    }));
    return {
      height: 12 + Math.max(1, ...cells.map(({ lines }) => lines.length)) * 13,
      before: row === 0 ? 10 : 8,
      keep: true,
      draw: (y) => {
        for (const { label, lines, left } of cells) {
          drawRuns(pdf, label, left, y + 8, { size: 8, color: colors.faint, accent: area.ink.text, widthOf: measurerOf(pdf, 8) });
          for (const [index, runs] of lines.entries())
            drawRuns(pdf, runs, left, y + 21 + index * 13, {
              size: body.size,
              color: colors.text,
              accent: area.ink.text,
              widthOf: measurerOf(pdf, body.size),
            });
        }
      },
    };
  });
}

function historyOf(pdf: Pdf, area: PageLayout, { history }: NormalizedPolicy): Line[] {
  if (!history.length) return [];
  const heading = wrap(pdf, area, [{ text: 'Version history', style: { bold: true } }], {
    size: 13,
    leading: 17,
    color: area.ink.text,
    before: 26,
  });
  const rows = [
    ['Version', 'Published', 'By', 'Changes'],
    ...history.map(({ version, publishedAt, changelog, ...people }) => [
      String(version),
      publishedAt === null ? 'Not published' : dayOf(publishedAt),
      peopleOf(people),
      changelog ?? '',
    ]),
  ];
  const widths = [54, 82, 164, area.width - 300];
  const cells = rows.map((row, index) =>
    row.map((text, column) =>
      createTextCell(index === 0, widths[column] ?? 1, (left, width) =>
        wrap(pdf, { ...area, left, width }, [{ text: toPrintable(text), style: { bold: index === 0 } }], table),
      ),
    ),
  );
  return [...keepWithNext(heading), ...layOutGrid(pdf, { left: area.left, width: area.width, ink: area.ink }, cells)];
}

/** @returns who approved and submitted a version, or who published it without approval, with the API key that was used */
function peopleOf({
  publishedBy,
  submittedBy = null,
  approvedBy = null,
  selfApproved = false,
  via = null,
}: Pick<NormalizedPolicy['history'][number], 'publishedBy' | 'submittedBy' | 'approvedBy' | 'selfApproved' | 'via'>): string {
  const key = via === null ? '' : ` via ${via}`;
  if (approvedBy === null) return publishedBy === null ? key.trim() : `Published by ${publishedBy}${key}`;
  const submitted = submittedBy === null ? '' : `\nSubmitted by ${submittedBy}${key}`;
  return `Approved by ${approvedBy}${selfApproved ? ' (own submission, nobody else could approve)' : ''}${submitted}`;
}

function wrap(
  pdf: Pdf,
  { left, width, ink }: Pick<PageLayout, 'ink'> & { left: number; width: number },
  runs: readonly Run[],
  { size, leading, color, before = 0 }: TextSetting,
): Line[] {
  const widthOf = measurerOf(pdf, size);
  return breakRuns(runs, width, widthOf).map((line, index) => ({
    height: leading,
    before: index === 0 ? before : 0,
    keep: false,
    draw: (y) => drawRuns(pdf, line, left, y + leading * 0.5 + size * 0.36, { size, color, accent: ink.text, widthOf }),
  }));
}

/** Removes a first heading that repeats the policy's name, because the name is already the title. */
function withoutName({ name, content }: NormalizedPolicy): readonly RichNode[] {
  const [firstNode, ...remainingNodes] = content;
  const headingText = firstNode?.type === 'heading' ? firstNode.content.map(({ text }) => text ?? '').join('') : undefined;
  return headingText?.trim().toLowerCase() === name.trim().toLowerCase() ? remainingNodes : content;
}

function toLine(text: string): string {
  return toPrintable(text).replaceAll('\n', ' ');
}
