/** The signature page of a letter, with time, method and hash of the content. */
import type { Line } from '#documents/pdf/flow';
import { layOutGrid, createTextCell } from '#documents/pdf/grid';
import { methodLabel } from '../rules/labels.ts';
import { colors, layOutText, type Pdf, type Layout } from './layout.ts';
import type { LetterSource } from './source.ts';

export function signatureLines(pdf: Pdf, layout: Layout, { letter }: LetterSource, paperCount: number): Line[] {
  const { signatures, reference, contentHash } = letter;
  const headRow = ['Party', 'Name', 'Signed', 'Method'];
  const rows = signatures.map(({ party, status, signerName, signerTitle, signerEmail, signedAt, method, ipAddress }) => [
    party === 'organization' ? `Organization\n${letter.organizationLegalName}` : `Auditor\n${letter.auditorFirm}`,
    [signerName, signerTitle, signerEmail].filter((line) => line !== null && line !== '').join('\n'),
    signedAt === null ? status : formatTime(signedAt),
    method === null ? '' : [methodLabel[method], method === 'link' ? ipAddress : null].filter((line) => line !== null).join('\n'),
  ]);
  const widths = [130, 160, 100, layout.width - 390];
  const cells = [headRow, ...rows].map((row, index) =>
    row.map((text, column) =>
      createTextCell(index === 0, widths[column] ?? 1, (left, width) =>
        layOutText(pdf, { ...layout, left, width }, text, { size: 9, bold: index === 0 }),
      ),
    ),
  );
  return [
    ...layOutText(pdf, layout, 'Signatures', { size: 18, bold: true, color: layout.ink.text }),
    ...layOutText(pdf, layout, reference, { color: colors.faint }),
    ...(rows.length
      ? layOutGrid(pdf, layout, cells)
      : layOutText(pdf, layout, 'The letter was not sent for signature yet.', { before: 10 })),
    ...(contentHash === null
      ? []
      : layOutText(pdf, layout, `SHA-256 of the content: ${contentHash}`, { size: 8, color: colors.faint, before: 14 })),
    ...(paperCount > 0
      ? layOutText(pdf, layout, paperCount === 1 ? 'A countersigned paper follows.' : 'Two countersigned papers follow.', { before: 8 })
      : []),
  ];
}

/** Formats a time as `2026-05-21 07:45:09 UTC`. */
function formatTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
