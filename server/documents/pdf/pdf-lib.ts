/** The parts of the library that we use. The build bundles them here, because the package is twenty times as large. */
export {
  degrees,
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
