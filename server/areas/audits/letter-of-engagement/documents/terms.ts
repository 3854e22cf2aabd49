/** The pages of a letter before the signatures. */
import { type Line, createEmptyLine } from '#documents/pdf/flow';
import { layOutGrid, createTextCell } from '#documents/pdf/grid';
import { layOutRichText } from '#documents/pdf/rich-text';
import { parseMarkdown } from '#documents/rich-text/markdown';
import { dateInWords } from '../rules/dates.ts';
import { typeLabel } from '../rules/labels.ts';
import { colors, layOutHeading, layOutText, type Pdf, type Layout } from './layout.ts';
import type { LetterSource } from './source.ts';

export function termLines(pdf: Pdf, at: Layout, source: LetterSource): Line[] {
  const { letter, withoutFee } = source;
  const markdownSection = (heading: string, markdown: string | null): Line[] =>
    markdown === null || markdown.trim() === ''
      ? []
      : [
          ...layOutHeading(pdf, at, heading),
          ...layOutRichText(pdf, parseMarkdown(markdown), { left: at.left, width: at.width, ink: at.ink }),
        ];
  const plainSection = (heading: string, line: string | null): Line[] =>
    line === null || line === '' ? [] : [...layOutHeading(pdf, at, heading), ...layOutText(pdf, at, line, { before: 4 })];
  return [
    ...headOf(pdf, at, source),
    ...layOutHeading(pdf, at, 'Parties'),
    ...partiesOf(pdf, at, letter),
    ...markdownSection('Scope', letter.scope),
    ...plainSection('Criteria', letter.criteria),
    ...datesOf(pdf, at, letter),
    ...(letter.deliverables.length ? layOutHeading(pdf, at, 'Deliverables') : []),
    ...letter.deliverables.flatMap((deliverable) => layOutText(pdf, at, `• ${deliverable}`, { before: 4 })),
    ...markdownSection('Responsibilities of the organization', letter.organizationResponsibilities),
    ...markdownSection('Responsibilities of the auditor', letter.auditorResponsibilities),
    ...markdownSection('Independence', letter.independenceStatement),
    ...markdownSection('Confidentiality', letter.confidentialityTerms),
    ...(withoutFee ? plainSection('Fee', 'This copy does not show the fee.') : plainSection('Fee', feeOf(letter.fee))),
    ...markdownSection('Other terms', letter.otherTerms),
    ...plainSection('Governing law', letter.governingLaw),
  ];
}

type Letter = LetterSource['letter'];

function headOf(pdf: Pdf, at: Layout, { letter, organization, withoutFee }: LetterSource): Line[] {
  const bar: Line = { height: 14, before: 0, keep: true, draw: (y) => pdf.rect(at.left, y, 48, 4).fill(at.ink.fill) };
  const note = statusNoteOf(letter);
  return [
    bar,
    ...layOutText(pdf, at, organization, { size: 9, color: colors.faint }),
    ...(note === undefined ? [] : layOutText(pdf, at, note, { size: 20, bold: true, color: colors.mark, before: 4 })),
    ...(withoutFee
      ? layOutText(pdf, at, 'Copy without the fee and without countersigned papers', { italic: true, color: colors.faint })
      : []),
    ...layOutText(pdf, at, letter.title, { size: 22, bold: true, color: at.ink.text, before: 2 }),
    ...layOutText(pdf, at, `${letter.reference} · ${typeLabel[letter.engagementType]}`, { color: colors.faint }),
    createEmptyLine(4),
  ];
}

/** Returns the note shown on a letter that is not signed. */
function statusNoteOf({ status }: Letter): string | undefined {
  if (status === 'draft') return 'DRAFT';
  return status === 'signed' || status === 'superseded' ? undefined : 'UNSIGNED';
}

function partiesOf(pdf: Pdf, at: Layout, letter: Letter): Line[] {
  const rows = [
    ['Organization', [letter.organizationLegalName, letter.organizationAddress]],
    ['Auditor', [letter.auditorFirm, letter.auditorAddress, `${letter.auditorContactName}, ${letter.auditorContactEmail}`]],
  ] as const;
  const cells = rows.map(([party, lines]) => [
    createTextCell(true, 110, (left, width) => layOutText(pdf, { ...at, left, width }, party, { bold: true })),
    createTextCell(false, at.width - 110, (left, width) =>
      lines.flatMap((line) => (line === null || line === '' ? [] : layOutText(pdf, { ...at, left, width }, line))),
    ),
  ]);
  return layOutGrid(pdf, at, cells);
}

function datesOf(pdf: Pdf, at: Layout, { periodStart, periodEnd, fieldworkStart, fieldworkEnd, reportDueDate }: Letter): Line[] {
  const span = (from: string | null, to: string | null) =>
    [from && `from ${dateInWords(from)}`, to && `to ${dateInWords(to)}`].filter(Boolean).join(' ');
  const rows = [
    ['Period under audit', span(periodStart, periodEnd)],
    ['Fieldwork', span(fieldworkStart, fieldworkEnd)],
    ['Report due', reportDueDate === null ? '' : dateInWords(reportDueDate)],
  ].filter(([, value]) => value !== '');
  return rows.length
    ? [...layOutHeading(pdf, at, 'Dates'), ...rows.flatMap(([name, value]) => layOutText(pdf, at, `${name}: ${value}`, { before: 4 }))]
    : [];
}

function feeOf(fee: Letter['fee']): string | null {
  if (!fee) return null;
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fee.amount);
  return [`${amount} ${fee.currency}`, fee.terms].filter((line) => line !== '').join('\n');
}
