/** A copy of a PDF for one reader (spec/areas/trust-access, rule 8). */
import { buffer } from 'node:stream/consumers';
import { degrees, EncryptedPDFError, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { newDocument } from '../../documents/pdf/document.ts';
import { drawStamp } from '../../documents/pdf/stamp.ts';
import { stampText } from './stamp-text.ts';

export interface Mark {
  readonly organization: string;
  /** Of the reader. */
  readonly email: string;
  /** Of the record that the file belongs to. */
  readonly documentId: string;
  /** Made by the service: it may have as many pages as there is time for. */
  readonly isOurs?: boolean;
}

/** Why a file cannot be marked. */
export type Unmarkable = 'encrypted' | 'damaged' | 'too_long';

const mostPages = 2000;
/** Length of the sides of the stamp, in points. It is scaled to each page. */
const side = 1000;
/** In a row. */
const mostTiles = 20;
const foot = { size: 8, inset: 40, baseline: 12 } as const;

/** @returns why there is no copy, of a file that takes a password, is damaged or without a page, or has too many of them */
export async function watermarked(bytes: Uint8Array, mark: Mark): Promise<Uint8Array | Unmarkable> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPages();
    if (pages.length > mostPages && mark.isOurs !== true) return 'too_long';
    if (pages.length === 0) return 'damaged';
    const [stamp] = await document.embedPdf(await stampOf(mark));
    const font = await document.embedFont(StandardFonts.Helvetica);
    if (!stamp) return 'damaged';
    for (const [index, page] of pages.entries()) {
      const { x, y, width, height } = page.getCropBox();
      if (!(width > 1 && height > 1)) return 'damaged';
      const tile = tileOf(width, height);
      for (let left = 0; left < width; left += tile)
        for (let up = 0; up < height; up += tile) page.drawPage(stamp, { x: x + left, y: y + up, width: tile, height: tile });
      writeFoot(page, `Page ${index + 1} of ${pages.length} · ${mark.documentId}`, font);
    }
    return await document.save({ updateFieldAppearances: false, addDefaultPage: false });
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'encrypted' : 'damaged';
  }
}

/** In our fonts, because names are written in more letters than the fonts that every reader has. */
function stampOf({ organization, email }: Mark): Promise<Buffer> {
  const pdf = newDocument({ size: [side, side], margin: 0 });
  drawStamp(pdf, stampText({ organization, email }), { width: side, height: side });
  pdf.end();
  return buffer(pdf);
}

/** Length of the sides of a stamp, of which a page takes one or, if it is much longer than wide, several. */
function tileOf(width: number, height: number): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return Math.max(Math.min(long, short * 1.5), long / mostTiles);
}

/** At the lower edge, which is another one where the page is turned. */
function writeFoot(page: PDFPage, text: string, font: PDFFont): void {
  const { x, y, width, height } = page.getCropBox();
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;
  const at =
    angle === 90
      ? { x: x + width - foot.baseline, y: y + foot.inset }
      : angle === 180
        ? { x: x + width - foot.inset, y: y + height - foot.baseline }
        : angle === 270
          ? { x: x + foot.baseline, y: y + height - foot.inset }
          : { x: x + foot.inset, y: y + foot.baseline };
  page.drawText(text, { ...at, size: foot.size, font, color: rgb(0.357, 0.404, 0.463), rotate: degrees(angle) });
}
