/** Pages of other PDFs between our own. */
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, type PDFFont, rgb, StandardFonts } from '@cantoo/pdf-lib';

/** Pages that are put behind a page of ours. */
export interface Insertion {
  /** Index of the page before them, among our own. */
  readonly after: number;
  readonly pages: Pages;
}
/** Pages of a PDF that could be read. */
export interface Pages {
  readonly count: number;
  readonly document: PDFDocument;
}

const mostPages = 2000;
/** Height of the strip for the number below a page, for a page as wide as A4. */
const strip = 22;
const usualWidth = 595;
/** Entries of a page or an annotation that lead elsewhere, or run something. */
const leading = ['AA', 'Dest', 'P', 'StructParent', 'StructParents', 'B'];

/** @returns undefined for what is no PDF, is encrypted, is damaged, or has no page or too many */
export async function pagesIn(bytes: Uint8Array): Promise<Pages | undefined> {
  try {
    const source = await PDFDocument.load(bytes, { updateMetadata: false });
    const count = source.getPageCount();
    if (count === 0 || count > mostPages) return undefined;
    for (const page of source.getPages()) tidy(page);
    const document = await PDFDocument.create({ updateMetadata: false });
    for (const page of await document.copyPages(source, source.getPageIndices())) {
      const { width, height } = page.getCropBox();
      if (!(width > 1 && height > 1)) return undefined;
      document.addPage(page);
    }
    return { count, document };
  } catch {
    return undefined;
  }
}

/**
 * @param own our PDF, whose pages are numbered already
 * @param insertions in the order of the pages
 * @param numberOf the number that an inserted page shows, by its index among all pages
 */
export async function withInserted(
  own: Uint8Array,
  insertions: readonly Insertion[],
  numberOf: (index: number) => string,
): Promise<Uint8Array> {
  const target = await PDFDocument.load(own, { updateMetadata: false });
  const font = await target.embedFont(StandardFonts.Helvetica);
  let shift = 0;
  for (const { after, pages } of insertions) {
    const copies = await target.copyPages(pages.document, pages.document.getPageIndices());
    for (const [index, page] of copies.entries()) {
      const at = after + 1 + shift + index;
      target.insertPage(at, page);
      writeNumber(page, numberOf(at), font);
    }
    shift += pages.count;
  }
  return target.save({ updateFieldAppearances: false, addDefaultPage: false });
}

/** Takes away what leads to other pages, which would be copied with it, and what runs by itself. */
function tidy({ node }: PDFPage) {
  for (const name of leading) node.delete(PDFName.of(name));
  const annotations = node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
    const annotation = annotations?.lookup(index);
    if (!(annotation instanceof PDFDict)) continue;
    for (const name of leading) annotation.delete(PDFName.of(name));
    const action = annotation.lookup(PDFName.of('A'));
    if (!(action instanceof PDFDict) || action.lookup(PDFName.of('S')) !== PDFName.of('URI')) annotation.delete(PDFName.of('A'));
  }
}

/** Below the page, in a strip that is added there, so that nothing of the page is covered. */
function writeNumber(page: PDFPage, number: string, font: PDFFont) {
  const { x, y, width, height } = page.getCropBox();
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;
  const scale = Math.min(Math.max((angle % 180 === 0 ? width : height) / usualWidth, 0.4), 5);
  const [deep, size, inset] = [strip * scale, 8 * scale, 48 * scale];
  const [baseline, long] = [deep - 8 * scale, font.widthOfTextAtSize(number, size)];
  const [right, top] = [x + width, y + height];
  // What is below for a reader depends on how the page is turned.
  const [box, at] =
    angle === 90
      ? [
          { x, y, width: width + deep, height },
          { x: right + baseline, y: top - inset - long, rotate: 90, strip: { x: right, y, width: deep, height } },
        ]
      : angle === 180
        ? [
            { x, y, width, height: height + deep },
            { x: x + inset + long, y: top + baseline, rotate: 180, strip: { x, y: top, width, height: deep } },
          ]
        : angle === 270
          ? [
              { x: x - deep, y, width: width + deep, height },
              { x: x - baseline, y: y + inset + long, rotate: 270, strip: { x: x - deep, y, width: deep, height } },
            ]
          : [
              { x, y: y - deep, width, height: height + deep },
              { x: right - inset - long, y: y - baseline, rotate: 0, strip: { x, y: y - deep, width, height: deep } },
            ];
  for (const name of ['BleedBox', 'TrimBox', 'ArtBox']) page.node.delete(PDFName.of(name));
  page.setMediaBox(box.x, box.y, box.width, box.height);
  page.setCropBox(box.x, box.y, box.width, box.height);
  page.drawRectangle({ ...at.strip, color: rgb(1, 1, 1) });
  page.drawText(number, { x: at.x, y: at.y, size, font, color: rgb(0.357, 0.404, 0.463), rotate: degrees(at.rotate) });
}
