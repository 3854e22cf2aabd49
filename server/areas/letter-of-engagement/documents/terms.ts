/** The pages of a letter before its signatures. */
import { type Line, spaceOf } from '../../../documents/pdf/flow.ts';
import { gridOf, plainCell } from '../../../documents/pdf/grid.ts';
import { typeset } from '../../../documents/pdf/rich-text.ts';
import { markdownNodes } from '../../../documents/rich-text/markdown.ts';
import { dateInWords } from '../rules/dates.ts';
import { typeInWords } from '../rules/types.ts';
import { colors, headingOf, linesOf, type Pdf, type Place } from './place.ts';
import type { LetterSource } from './source.ts';

export function termLines(pdf: Pdf, at: Place, source: LetterSource): Line[] {
  const { letter, withoutFee } = source;
  const text = (heading: string, markdown: string | null): Line[] =>
    markdown === null || markdown.trim() === ''
      ? []
      : [...headingOf(pdf, at, heading), ...typeset(pdf, markdownNodes(markdown), { left: at.left, width: at.width, ink: at.ink })];
  const plain = (heading: string, line: string | null): Line[] =>
    line === null || line === '' ? [] : [...headingOf(pdf, at, heading), ...linesOf(pdf, at, line, { before: 4 })];
  return [
    ...headOf(pdf, at, source),
    ...headingOf(pdf, at, 'Parties'),
    ...partiesOf(pdf, at, letter),
    ...text('Scope', letter.scope),
    ...plain('Criteria', letter.criteria),
    ...datesOf(pdf, at, letter),
    ...(letter.deliverables.length ? headingOf(pdf, at, 'Deliverables') : []),
    ...letter.deliverables.flatMap((one) => linesOf(pdf, at, `• ${one}`, { before: 4 })),
    ...text('Responsibilities of the organization', letter.organizationResponsibilities),
    ...text('Responsibilities of the auditor', letter.auditorResponsibilities),
    ...text('Independence', letter.independenceStatement),
    ...text('Confidentiality', letter.confidentialityTerms),
    ...(withoutFee ? plain('Fee', 'This copy does not show the fee.') : plain('Fee', feeOf(letter.fee))),
    ...text('Other terms', letter.otherTerms),
    ...plain('Governing law', letter.governingLaw),
  ];
}

type Letter = LetterSource['letter'];

function headOf(pdf: Pdf, at: Place, { letter, organization, withoutFee }: LetterSource): Line[] {
  const bar: Line = { height: 14, before: 0, keep: true, draw: (y) => pdf.rect(at.left, y, 48, 4).fill(at.ink.fill) };
  const mark = markOf(letter);
  return [
    bar,
    ...linesOf(pdf, at, organization, { size: 9, color: colors.faint }),
    ...(mark === undefined ? [] : linesOf(pdf, at, mark, { size: 20, bold: true, color: colors.mark, before: 4 })),
    ...(withoutFee ? linesOf(pdf, at, 'Copy without the fee and without countersigned papers', { italic: true, color: colors.faint }) : []),
    ...linesOf(pdf, at, letter.title, { size: 22, bold: true, color: at.ink.text, before: 2 }),
    ...linesOf(pdf, at, `${letter.reference} · ${typeInWords[letter.engagementType]}`, { color: colors.faint }),
    spaceOf(4),
  ];
}

/** What an unsigned letter says of itself. */
function markOf({ status }: Letter): string | undefined {
  if (status === 'draft') return 'DRAFT';
  return status === 'signed' || status === 'superseded' ? undefined : 'UNSIGNED';
}

function partiesOf(pdf: Pdf, at: Place, letter: Letter): Line[] {
  const rows = [
    ['Organization', [letter.organizationLegalName, letter.organizationAddress]],
    ['Auditor', [letter.auditorFirm, letter.auditorAddress, `${letter.auditorContactName}, ${letter.auditorContactEmail}`]],
  ] as const;
  const cells = rows.map(([party, lines]) => [
    plainCell(true, 110, (left, width) => linesOf(pdf, { ...at, left, width }, party, { bold: true })),
    plainCell(false, at.width - 110, (left, width) =>
      lines.flatMap((line) => (line === null || line === '' ? [] : linesOf(pdf, { ...at, left, width }, line))),
    ),
  ]);
  return gridOf(pdf, at, cells);
}

function datesOf(pdf: Pdf, at: Place, { periodStart, periodEnd, fieldworkStart, fieldworkEnd, reportDueDate }: Letter): Line[] {
  const span = (from: string | null, to: string | null) =>
    [from && `from ${dateInWords(from)}`, to && `to ${dateInWords(to)}`].filter(Boolean).join(' ');
  const rows = [
    ['Period under audit', span(periodStart, periodEnd)],
    ['Fieldwork', span(fieldworkStart, fieldworkEnd)],
    ['Report due', reportDueDate === null ? '' : dateInWords(reportDueDate)],
  ].filter(([, value]) => value !== '');
  return rows.length
    ? [...headingOf(pdf, at, 'Dates'), ...rows.flatMap(([name, value]) => linesOf(pdf, at, `${name}: ${value}`, { before: 4 }))]
    : [];
}

function feeOf(fee: Letter['fee']): string | null {
  if (!fee) return null;
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fee.amount);
  return [`${amount} ${fee.currency}`, fee.terms].filter((line) => line !== '').join('\n');
}
