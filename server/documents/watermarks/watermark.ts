/** Watermarks a PDF for one reader (trust-access, rule 8). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '../pdf/document.ts';
import { degrees, EncryptedPDFError, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '../pdf/pdf-lib.ts';
import { drawWatermark } from '../pdf/watermark.ts';
import { stampText } from './stamp-text.ts';

export interface WatermarkData {
  readonly organization: string;
  /** E-mail address of the reader. */
  readonly email: string;
  /** Id of the record that the file belongs to. */
  readonly documentId: string;
  /** Whether the service generated the file: then there is no page limit except time. */
  readonly isGenerated?: boolean;
}

/** Why a file cannot be watermarked. */
export type UnmarkableReason = 'encrypted' | 'damaged' | 'too_long';

const maxPages = 2000;
/** Side length of the square watermark, in points. It is scaled to each page. */
const side = 1000;
/** Maximum number of watermarks in a row. */
const maxTiles = 20;
const foot = { size: 8, inset: 40, baseline: 12 } as const;

/** @returns the copy, or why there is none: the file requires a password, is damaged, has no pages, or has too many */
export async function addWatermark(bytes: Uint8Array, mark: WatermarkData): Promise<Uint8Array | UnmarkableReason> {
  try {
    const document = await loadPdf(bytes);
    const pages = document.getPages();
    if (pages.length > maxPages && mark.isGenerated !== true) return 'too_long';
    if (pages.length === 0) return 'damaged';
    const [stamp] = await document.embedPdf(await renderStamp(mark));
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
    return error instanceof Error && error.message === passwordRequired ? 'encrypted' : 'damaged';
  }
}

/** The message of the library's error for a file that an empty password does not open. */
const passwordRequired = 'NEEDS PASSWORD';

/** Opens a file that has an owner password only, too, because anybody can read it without the password. */
async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
    return PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  }
}

/** Uses an embedded font, because the built-in PDF fonts lack many letters of names. */
function renderStamp({ organization, email }: WatermarkData): Promise<Buffer> {
  const pdf = newDocument({ size: [side, side], margin: 0 });
  drawWatermark(pdf, stampText({ organization, email }), { width: side, height: side });
  pdf.end();
  return buffer(pdf);
}

/** Side length of a watermark on the page. A page that is much longer than wide gets several. */
function tileOf(width: number, height: number): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return Math.max(Math.min(long, short * 1.5), long / maxTiles);
}

/** At the bottom edge as displayed, which depends on the page's rotation. */
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
