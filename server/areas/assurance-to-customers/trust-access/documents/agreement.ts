/** Creates the PDF of a non-disclosure agreement (trust-access, rule 9). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '#documents/pdf/document';
import { keepWithNext, type Line, renderLines } from '#documents/pdf/flow';
import { brandColorsOf } from '#documents/pdf/brand-colors';
import { numberPages } from '#documents/pdf/pages';
import { breakRuns, drawRuns, measurerOf } from '#documents/pdf/runs';
import { drawWatermark } from '#documents/pdf/watermark';
import { isPrintable, toPrintable, unprintableNote } from '#documents/pdf/typeface';
import type { NdaParties, NdaSection } from '#platform/ports/nda-template';

export interface AgreementPages {
  readonly id: string;
  readonly parties: NdaParties;
  /** The e-mail address of the recipient. */
  readonly email: string;
  readonly color: string | null;
  /** The creation time of the agreement, or of the request if there is no agreement yet. */
  readonly date: string;
  readonly sections: readonly NdaSection[];
  /** Null for a preview, which has a watermark. */
  readonly signature: { readonly name: string; readonly email: string; readonly at: string } | null;
  /** The text of the watermark on each page of a preview. */
  readonly watermark: string;
}

const page = { width: 595.28, height: 841.89, margin: 56 } as const;
const textWidth = page.width - 2 * page.margin;
const colors = { text: '#1c2530', faint: '#5b6776' } as const;
const bodyStyle = { size: 10, leading: 14.5, before: 6, bold: false, color: colors.text } as const;
type TextStyle = {
  readonly size: number;
  readonly leading: number;
  /** The space above the first line, in points. */
  readonly before: number;
  readonly bold: boolean;
  readonly color: string;
};

/** Creates the PDF. The same input always results in the same bytes. */
export function createAgreementPdf({ id, parties, email, color, date, sections, signature, watermark }: AgreementPages): Promise<Buffer> {
  const title = 'Non-disclosure agreement';
  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${id}`, Author: parties.organization, CreationDate: new Date(signature?.at ?? date) },
  });
  const brandColors = brandColorsOf(color);
  const layOutLines = (text: string, textStyle: TextStyle = bodyStyle): Line[] => {
    const widthOf = measurerOf(pdf, textStyle.size);
    const runs = [{ text: toPrintable(text).replaceAll('\n', ' '), style: { bold: textStyle.bold } }];
    return breakRuns(runs, textWidth, widthOf).map((line, index) => ({
      height: textStyle.leading,
      before: index === 0 ? textStyle.before : 0,
      keep: false,
      draw: (y) =>
        drawRuns(pdf, line, page.margin, y + textStyle.size, {
          size: textStyle.size,
          color: textStyle.color,
          accent: brandColors.text,
          widthOf,
        }),
    }));
  };
  const headingStyle = { size: 12, leading: 17, before: 14, bold: true, color: brandColors.text } as const;
  const faintStyle = { ...bodyStyle, color: colors.faint } as const;
  const recipient = [parties.person, parties.company].filter((part) => part !== null).join(', ');
  const signatureLines = signature
    ? [`Signed electronically by ${signature.name}`, `E-mail address: ${signature.email}`, `Time of the signature (UTC): ${signature.at}`]
    : ['Not signed yet.'];
  const allLines = [
    ...layOutLines(title, { size: 20, leading: 26, before: 0, bold: true, color: brandColors.text }),
    ...layOutLines(`Between ${parties.organization} (“the Company”) and ${recipient} (“the Recipient”), ${email}.`),
    ...layOutLines(`Agreement ${id}, of ${date.slice(0, 10)}.`, faintStyle),
    ...sections.flatMap(({ heading: name, paragraphs }, index) => [
      ...keepWithNext(layOutLines(`${index + 1}. ${name}`, headingStyle)),
      ...paragraphs.flatMap((paragraph) => layOutLines(paragraph)),
    ]),
    ...keepWithNext(layOutLines('Signature', headingStyle)),
    ...signatureLines.flatMap((line) => layOutLines(line, { ...bodyStyle, before: 3 })),
    ...([parties.organization, recipient, signature?.name ?? ''].every(isPrintable)
      ? []
      : layOutLines(`${unprintableNote} The record of the agreement has them.`, faintStyle)),
  ];
  renderLines(allLines, { top: page.margin, bottom: page.height - page.margin - 12 }, page.margin, () => pdf.addPage());
  if (!signature) {
    const { start, count } = pdf.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      pdf.switchToPage(index);
      drawWatermark(pdf, watermark, page);
    }
  }
  numberPages(pdf, `${parties.organization} · ${title} ${id}`, page.margin);
  pdf.end();
  return buffer(pdf);
}
