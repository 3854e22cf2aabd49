/** Inserts pages of other PDFs into a generated PDF. */
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, type PDFFont, rgb, StandardFonts } from './pdf-lib.ts';

/** The pages to insert after a generated page. */
export interface Insertion {
  /** The index of the preceding page among the generated pages. */
  readonly after: number;
  readonly pages: Pages;
}
/** The pages of a PDF that was read successfully. */
export interface Pages {
  readonly count: number;
  readonly document: PDFDocument;
}

const maxPages = 2000;
/** The height of the strip for the page number below a page, for a page with the width of A4. */
const stripHeight = 22;
const a4Width = 595;
/** The names of entries in a page or an annotation that refer to other objects or run actions. */
const referringEntries = ['AA', 'Dest', 'P', 'StructParent', 'StructParents', 'B'];

/** @returns the pages; undefined if the file is not a PDF, is encrypted or damaged, or has no pages or too many pages */
export async function readPages(bytes: Uint8Array): Promise<Pages | undefined> {
  try {
    const source = await PDFDocument.load(bytes, { updateMetadata: false });
    const count = source.getPageCount();
    if (count === 0 || count > maxPages) return undefined;
    for (const page of source.getPages()) removeReferences(page);
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
 * @param generated the generated PDF, whose pages are already numbered
 * @param insertions the insertions, in page order
 * @param numberOf returns the label of an inserted page for its index among all pages
 */
export async function insertPages(
  generated: Uint8Array,
  insertions: readonly Insertion[],
  numberOf: (index: number) => string,
): Promise<Uint8Array> {
  const target = await PDFDocument.load(generated, { updateMetadata: false });
  const font = await target.embedFont(StandardFonts.Helvetica);
  let shift = 0;
  for (const { after, pages } of insertions) {
    const copies = await target.copyPages(pages.document, pages.document.getPageIndices());
    for (const [index, page] of copies.entries()) {
      const position = after + 1 + shift + index;
      target.insertPage(position, page);
      writeNumber(page, numberOf(position), font);
    }
    shift += pages.count;
  }
  return target.save({ updateFieldAppearances: false, addDefaultPage: false });
}

/** Removes references to other pages, which would be copied too, and actions that run automatically. */
function removeReferences({ node }: PDFPage) {
  for (const name of referringEntries) node.delete(PDFName.of(name));
  const annotations = node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
    const annotation = annotations?.lookup(index);
    if (!(annotation instanceof PDFDict)) continue;
    for (const name of referringEntries) annotation.delete(PDFName.of(name));
    const action = annotation.lookup(PDFName.of('A'));
    if (!(action instanceof PDFDict) || action.lookup(PDFName.of('S')) !== PDFName.of('URI')) annotation.delete(PDFName.of('A'));
  }
}

/** Writes the page number into a strip that is added below the page, so that the number covers nothing on the page. */
function writeNumber(page: PDFPage, number: string, font: PDFFont) {
  const { x, y, width, height } = page.getCropBox();
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;
  const scale = Math.min(Math.max((angle % 180 === 0 ? width : height) / a4Width, 0.4), 5);
  const [stripDepth, size, inset] = [stripHeight * scale, 8 * scale, 48 * scale];
  const [baseline, textWidth] = [stripDepth - 8 * scale, font.widthOfTextAtSize(number, size)];
  const [right, top] = [x + width, y + height];
  // The rotation of the page determines which side is displayed as the bottom.
  const [box, label] =
    angle === 90
      ? [
          { x, y, width: width + stripDepth, height },
          { x: right + baseline, y: top - inset - textWidth, rotate: 90, strip: { x: right, y, width: stripDepth, height } },
        ]
      : angle === 180
        ? [
            { x, y, width, height: height + stripDepth },
            { x: x + inset + textWidth, y: top + baseline, rotate: 180, strip: { x, y: top, width, height: stripDepth } },
          ]
        : angle === 270
          ? [
              { x: x - stripDepth, y, width: width + stripDepth, height },
              { x: x - baseline, y: y + inset + textWidth, rotate: 270, strip: { x: x - stripDepth, y, width: stripDepth, height } },
            ]
          : [
              { x, y: y - stripDepth, width, height: height + stripDepth },
              { x: right - inset - textWidth, y: y - baseline, rotate: 0, strip: { x, y: y - stripDepth, width, height: stripDepth } },
            ];
  for (const name of ['BleedBox', 'TrimBox', 'ArtBox']) page.node.delete(PDFName.of(name));
  page.setMediaBox(box.x, box.y, box.width, box.height);
  page.setCropBox(box.x, box.y, box.width, box.height);
  page.drawRectangle({ ...label.strip, color: rgb(1, 1, 1) });
  page.drawText(number, { x: label.x, y: label.y, size, font, color: rgb(0.357, 0.404, 0.463), rotate: degrees(label.rotate) });
}
