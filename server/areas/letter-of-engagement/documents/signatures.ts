/** The last page of a letter: who has signed it, when, how, and what exactly. */
import type { Line } from '../../../documents/pdf/flow.ts';
import { gridOf, plainCell } from '../../../documents/pdf/grid.ts';
import { methodInWords } from '../rules/types.ts';
import { colors, linesOf, type Pdf, type Place } from './place.ts';
import type { LetterSource } from './source.ts';

export function signatureLines(pdf: Pdf, at: Place, { letter }: LetterSource, papers: number): Line[] {
  const { signatures, reference, contentHash } = letter;
  const head = ['Party', 'Name', 'Signed', 'Method'];
  const rows = signatures.map(({ party, status, signerName, signerTitle, signerEmail, signedAt, method, ipAddress }) => [
    party === 'organization' ? `Organization\n${letter.organizationLegalName}` : `Auditor\n${letter.auditorFirm}`,
    [signerName, signerTitle, signerEmail].filter((line) => line !== null && line !== '').join('\n'),
    signedAt === null ? status : momentOf(signedAt),
    method === null ? '' : [methodInWords[method], method === 'link' ? ipAddress : null].filter((line) => line !== null).join('\n'),
  ]);
  const widths = [130, 160, 100, at.width - 390];
  const cells = [head, ...rows].map((row, index) =>
    row.map((text, column) =>
      plainCell(index === 0, widths[column] ?? 1, (left, width) =>
        linesOf(pdf, { ...at, left, width }, text, { size: 9, bold: index === 0 }),
      ),
    ),
  );
  return [
    ...linesOf(pdf, at, 'Signatures', { size: 18, bold: true, color: at.ink.text }),
    ...linesOf(pdf, at, reference, { color: colors.faint }),
    ...(rows.length ? gridOf(pdf, at, cells) : linesOf(pdf, at, 'The letter was not sent for signature yet.', { before: 10 })),
    ...(contentHash === null
      ? []
      : linesOf(pdf, at, `SHA-256 of the content: ${contentHash}`, { size: 8, color: colors.faint, before: 14 })),
    ...(papers > 0
      ? linesOf(pdf, at, papers === 1 ? 'A countersigned paper follows.' : 'Two countersigned papers follow.', { before: 8 })
      : []),
  ];
}

/** `2026-05-21 07:45:09 UTC`. */
function momentOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
