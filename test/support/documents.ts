/** Creates files of the types that questionnaires have. */
import { buffer } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import writeXlsxFile from 'write-excel-file/node';

export const types = {
  pdf: 'application/pdf',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv',
  txt: 'text/plain',
} as const;

type Pdf = InstanceType<typeof PDFDocument>;

export function pdfOf(draw: (pdf: Pdf) => void, options: ConstructorParameters<typeof PDFDocument>[0] = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ margin: 50, ...options });
  draw(pdf);
  pdf.end();
  return buffer(pdf);
}

/** A workbook as a person would save it. */
export function workbookOf(...sheets: readonly (readonly (readonly (string | number | null)[])[])[]): Promise<Buffer> {
  return writeXlsxFile(sheets.map((rows, index) => ({ sheet: `Sheet ${index + 1}`, data: rows.map((row) => [...row]) }))).toBuffer();
}

/** A workbook of one sheet from raw XML, which need not be valid. @param otherParts of the package */
export function rawWorkbook(sheet: string, otherParts: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  return Buffer.from(
    zipSync(
      {
        'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': strToU8(
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        'xl/worksheets/sheet1.xml': strToU8(sheet),
        ...otherParts,
      },
      { level: 9 },
    ),
  );
}

export const inlineCell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** @param body of the document, as XML */
export function rawDocument(body: string): Buffer {
  return Buffer.from(
    zipSync({ 'word/document.xml': strToU8(`<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`) }),
  );
}

export const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
