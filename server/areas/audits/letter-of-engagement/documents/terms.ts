/** The pages of a letter before the signatures. */
import { type Line, createEmptyLine } from '#documents/pdf/flow';
import { layOutGrid, createTextCell } from '#documents/pdf/grid';
import { layOutRichText } from '#documents/pdf/rich-text';
import { parseMarkdown } from '#documents/rich-text/markdown';
import { dateInWords } from '../rules/dates.ts';
import { typeLabel } from '../rules/labels.ts';
import { colors, layOutHeading, layOutText, type Pdf, type Layout } from './layout.ts';
import type { LetterSource } from './source.ts';

export function termLines(pdf: Pdf, layout: Layout, source: LetterSource): Line[] {
  const { letter, withoutFee } = source;
  const markdownSection = (heading: string, markdown: string | null): Line[] =>
    markdown === null || markdown.trim() === ''
      ? []
      : [
          ...layOutHeading(pdf, layout, heading),
          ...layOutRichText(pdf, parseMarkdown(markdown), { left: layout.left, width: layout.width, ink: layout.ink }),
        ];
  const plainSection = (heading: string, line: string | null): Line[] =>
    line === null || line === '' ? [] : [...layOutHeading(pdf, layout, heading), ...layOutText(pdf, layout, line, { before: 4 })];
  return [
    ...headerLines(pdf, layout, source),
    ...layOutHeading(pdf, layout, 'Parties'),
    ...partyLines(pdf, layout, letter),
    ...markdownSection('Scope', letter.scope),
    ...plainSection('Criteria', letter.criteria),
    ...dateLines(pdf, layout, letter),
    ...(letter.deliverables.length ? layOutHeading(pdf, layout, 'Deliverables') : []),
    ...letter.deliverables.flatMap((deliverable) => layOutText(pdf, layout, `• ${deliverable}`, { before: 4 })),
    ...markdownSection('Responsibilities of the organization', letter.organizationResponsibilities),
    ...markdownSection('Responsibilities of the auditor', letter.auditorResponsibilities),
    ...markdownSection('Independence', letter.independenceStatement),
    ...markdownSection('Confidentiality', letter.confidentialityTerms),
    ...(withoutFee ? plainSection('Fee', 'This copy does not show the fee.') : plainSection('Fee', formatFee(letter.fee))),
    ...markdownSection('Other terms', letter.otherTerms),
    ...plainSection('Governing law', letter.governingLaw),
  ];
}

type Letter = LetterSource['letter'];

function headerLines(pdf: Pdf, layout: Layout, { letter, organization, withoutFee }: LetterSource): Line[] {
  const bar: Line = { height: 14, before: 0, keep: true, draw: (y) => pdf.rect(layout.left, y, 48, 4).fill(layout.ink.fill) };
  const statusNote = statusNoteOf(letter);
  return [
    bar,
    ...layOutText(pdf, layout, organization, { size: 9, color: colors.faint }),
    ...(statusNote === undefined ? [] : layOutText(pdf, layout, statusNote, { size: 20, bold: true, color: colors.mark, before: 4 })),
    ...(withoutFee
      ? layOutText(pdf, layout, 'Copy without the fee and without countersigned papers', { italic: true, color: colors.faint })
      : []),
    ...layOutText(pdf, layout, letter.title, { size: 22, bold: true, color: layout.ink.text, before: 2 }),
    ...layOutText(pdf, layout, `${letter.reference} · ${typeLabel[letter.engagementType]}`, { color: colors.faint }),
    createEmptyLine(4),
  ];
}

/** Returns the note shown on a letter that is not signed. */
function statusNoteOf({ status }: Letter): string | undefined {
  if (status === 'draft') return 'DRAFT';
  return status === 'signed' || status === 'superseded' ? undefined : 'UNSIGNED';
}

function partyLines(pdf: Pdf, layout: Layout, letter: Letter): Line[] {
  const rows = [
    ['Organization', [letter.organizationLegalName, letter.organizationAddress]],
    ['Auditor', [letter.auditorFirm, letter.auditorAddress, `${letter.auditorContactName}, ${letter.auditorContactEmail}`]],
  ] as const;
  const cells = rows.map(([party, lines]) => [
    createTextCell(true, 110, (left, width) => layOutText(pdf, { ...layout, left, width }, party, { bold: true })),
    createTextCell(false, layout.width - 110, (left, width) =>
      lines.flatMap((line) => (line === null || line === '' ? [] : layOutText(pdf, { ...layout, left, width }, line))),
    ),
  ]);
  return layOutGrid(pdf, layout, cells);
}

function dateLines(pdf: Pdf, layout: Layout, { periodStart, periodEnd, fieldworkStart, fieldworkEnd, reportDueDate }: Letter): Line[] {
  const formatSpan = (start: string | null, end: string | null) =>
    [start && `from ${dateInWords(start)}`, end && `to ${dateInWords(end)}`].filter(Boolean).join(' ');
  const rows = [
    ['Period under audit', formatSpan(periodStart, periodEnd)],
    ['Fieldwork', formatSpan(fieldworkStart, fieldworkEnd)],
    ['Report due', reportDueDate === null ? '' : dateInWords(reportDueDate)],
  ].filter(([, value]) => value !== '');
  return rows.length
    ? [
        ...layOutHeading(pdf, layout, 'Dates'),
        ...rows.flatMap(([name, value]) => layOutText(pdf, layout, `${name}: ${value}`, { before: 4 })),
      ]
    : [];
}

function formatFee(fee: Letter['fee']): string | null {
  if (!fee) return null;
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fee.amount);
  return [`${amount} ${fee.currency}`, fee.terms].filter((line) => line !== '').join('\n');
}
