/** The non-disclosure agreement: its text, and its pages (spec/areas/trust-access, rule 9). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '../../../documents/pdf/document.ts';
import { keptWithNext, type Line, pour } from '../../../documents/pdf/flow.ts';
import { inkOf } from '../../../documents/pdf/ink.ts';
import { numberPages } from '../../../documents/pdf/pages.ts';
import { brokenRuns, drawRuns, rulerOf } from '../../../documents/pdf/runs.ts';
import { drawStamp } from '../../../documents/pdf/stamp.ts';
import { isPrintable, printable, unprintableNote } from '../../../documents/pdf/typeface.ts';
import type { NdaParties, NdaSection } from '../../../platform/ports/nda-template.ts';

export interface AgreementPages {
  readonly id: string;
  readonly parties: NdaParties;
  /** The address of the person. */
  readonly email: string;
  readonly color: string | null;
  /** When it was sent. */
  readonly date: string;
  readonly sections: readonly NdaSection[];
  /** Null for one to read, which has a watermark. */
  readonly signature: { readonly name: string; readonly email: string; readonly at: string } | null;
  /** What a copy to read says across each page. */
  readonly stamp: string;
}

const page = { width: 595.28, height: 841.89, margin: 56 } as const;
const room = page.width - 2 * page.margin;
const colors = { text: '#1c2530', faint: '#5b6776' } as const;
const body = { size: 10, leading: 14.5, before: 6, bold: false, color: colors.text } as const;
type Setting = { readonly size: number; readonly leading: number; readonly before: number; readonly bold: boolean; readonly color: string };

/** @returns the same bytes for the same input */
export function agreementOf({ id, parties, email, color, date, sections, signature, stamp }: AgreementPages): Promise<Buffer> {
  const title = 'Non-disclosure agreement';
  const pdf = newDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${id}`, Author: parties.organization, CreationDate: new Date(signature?.at ?? date) },
  });
  const ink = inkOf(color);
  const lines = (text: string, setting: Setting = body): Line[] => {
    const widthOf = rulerOf(pdf, setting.size);
    const runs = [{ text: printable(text).replaceAll('\n', ' '), style: { bold: setting.bold } }];
    return brokenRuns(runs, room, widthOf).map((line, index) => ({
      height: setting.leading,
      before: index === 0 ? setting.before : 0,
      keep: false,
      draw: (y) =>
        drawRuns(pdf, line, page.margin, y + setting.size, { size: setting.size, color: setting.color, accent: ink.text, widthOf }),
    }));
  };
  const heading = { size: 12, leading: 17, before: 14, bold: true, color: ink.text } as const;
  const faint = { ...body, color: colors.faint } as const;
  const person = [parties.person, parties.company].filter((part) => part !== null).join(', ');
  const signed = signature
    ? [`Signed electronically by ${signature.name}`, `E-mail address: ${signature.email}`, `Time of the signature (UTC): ${signature.at}`]
    : ['Not signed yet.'];
  const all = [
    ...lines(title, { size: 20, leading: 26, before: 0, bold: true, color: ink.text }),
    ...lines(`Between ${parties.organization} (“the Company”) and ${person} (“the Recipient”), ${email}.`),
    ...lines(`Agreement ${id}, of ${date.slice(0, 10)}.`, faint),
    ...sections.flatMap(({ heading: name, paragraphs }, index) => [
      ...keptWithNext(lines(`${index + 1}. ${name}`, heading)),
      ...paragraphs.flatMap((paragraph) => lines(paragraph)),
    ]),
    ...keptWithNext(lines('Signature', heading)),
    ...signed.flatMap((line) => lines(line, { ...body, before: 3 })),
    ...([parties.organization, person, signature?.name ?? ''].every(isPrintable)
      ? []
      : lines(`${unprintableNote} The record of the agreement has them.`, faint)),
  ];
  pour(all, { top: page.margin, bottom: page.height - page.margin - 12 }, page.margin, () => pdf.addPage());
  if (!signature) {
    const { start, count } = pdf.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      pdf.switchToPage(index);
      drawStamp(pdf, stamp, page);
    }
  }
  numberPages(pdf, `${parties.organization} · ${title} ${id}`, page.margin);
  pdf.end();
  return buffer(pdf);
}
