/** Watermarks a PDF for one reader (trust-access, rule 8). */
import { buffer } from 'node:stream/consumers';
import { newDocument } from '../pdf/document.ts';
import { degrees, EncryptedPDFError, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '../pdf/pdf-lib.ts';
import { drawWatermark } from '../pdf/watermark.ts';
import { stampText } from './stamp-text.ts';

export interface WatermarkData {
  readonly organization: string;
  /** The e-mail address of the reader. */
  readonly email: string;
  /** The id of the record that the file belongs to. */
  readonly documentId: string;
  /** Whether the service generated the file. The page limit does not apply to generated files. */
  readonly isGenerated?: boolean;
}

/** The reason why a file cannot be watermarked. */
export type UnmarkableReason = 'encrypted' | 'damaged' | 'too_long';

const maxPages = 2000;
/** The side length of the square watermark in points. The watermark is scaled to each page. */
const side = 1000;
/** The maximum number of watermarks along the longer side of a page. */
const maxTiles = 20;
const footer = { size: 8, inset: 40, baseline: 12 } as const;

/** @returns the copy, or the reason why the file cannot be watermarked (a file without pages counts as damaged) */
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
      writeFooter(page, `Page ${index + 1} of ${pages.length} · ${mark.documentId}`, font);
    }
    return await document.save({ updateFieldAppearances: false, addDefaultPage: false });
  } catch (error) {
    return error instanceof Error && error.message === passwordRequired ? 'encrypted' : 'damaged';
  }
}

/** The library's error message for a file that cannot be opened with an empty password. */
const passwordRequired = 'NEEDS PASSWORD';

/** Opens a PDF. A file with only an owner password can be opened with an empty password, because anybody may read it. */
async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
    return PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  }
}

/** Renders the watermark as a PDF with an embedded font, because the built-in PDF fonts lack many letters of names. */
function renderStamp({ organization, email }: WatermarkData): Promise<Buffer> {
  const pdf = newDocument({ size: [side, side], margin: 0 });
  drawWatermark(pdf, stampText({ organization, email }), { width: side, height: side });
  pdf.end();
  return buffer(pdf);
}

/** @returns the side length of a watermark on the page. A page that is much longer than wide has several watermarks. */
function tileOf(width: number, height: number): number {
  const [shortSide, longSide] = [Math.min(width, height), Math.max(width, height)];
  return Math.max(Math.min(longSide, shortSide * 1.5), longSide / maxTiles);
}

/** Writes a footer at the edge that is displayed as the bottom, which depends on the page's rotation. */
function writeFooter(page: PDFPage, text: string, font: PDFFont): void {
  const { x, y, width, height } = page.getCropBox();
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;
  const position =
    angle === 90
      ? { x: x + width - footer.baseline, y: y + footer.inset }
      : angle === 180
        ? { x: x + width - footer.inset, y: y + height - footer.baseline }
        : angle === 270
          ? { x: x + footer.baseline, y: y + height - footer.inset }
          : { x: x + footer.inset, y: y + footer.baseline };
  page.drawText(text, { ...position, size: footer.size, font, color: rgb(0.357, 0.404, 0.463), rotate: degrees(angle) });
}
