/** Creates the files for responses that are not JSON from a text with their content. */
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import writeXlsxFile from 'write-excel-file/node';
import type { operations } from '#generated/operations';
import { titleOf, typeOfName } from './file-names.ts';
import { pictures } from './pictures.ts';

type FileType = Exclude<(typeof operations)[keyof typeof operations]['produces'][number], 'application/json'>;
type CreateContent = (text: string) => Uint8Array | Promise<Uint8Array>;

/** One entry for each media type of the contract except JSON. The compiler reports missing media types. */
const contractTypes: Readonly<Record<FileType, CreateContent>> = {
  'application/x-ndjson': textFile,
  'application/octet-stream': textFile,
  'application/oscal+json': textFile,
  'application/vnd.debian.binary-package': textFile,
  'application/x-apple-diskimage': textFile,
  'text/csv': textFile,
  'text/markdown': textFile,
  'text/yaml': textFile,
  '*/*': textFile,
  'application/pdf': pdf,
  'application/zip': zip,
  'image/svg+xml': svg,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsx,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docx,
};

/** Links in responses may lead to files of additional types, too. Files of unknown types contain the plain text. */
const fileCreators: ReadonlyMap<string, CreateContent> = new Map<string, CreateContent>([
  ...Object.entries(contractTypes),
  ['application/json', (text) => textFile(JSON.stringify({ text }))],
  ...Object.entries(pictures).map(([type, bytes]): [string, CreateContent] => [type, () => Buffer.from(bytes, 'base64')]),
]);

/** @returns whether responses with this media type are files in the contract */
export function isFile(mediaType: string | undefined): mediaType is FileType {
  return mediaType !== undefined && Object.hasOwn(contractTypes, mediaType);
}

/** Creates a file of a media type. @param text the content of the file; pictures do not show the text */
export async function createFile(mediaType: string, text: string): Promise<Uint8Array> {
  return (fileCreators.get(mediaType) ?? textFile)(text);
}

/** Creates a file that contains its name. Its extension determines its type. Quotation marks are replaced because CSV reserves them. */
export function createNamedFile(name: string): Promise<Uint8Array> {
  return createFile(typeOfName(name) ?? 'text/plain', titleOf(name).replaceAll('"', "'"));
}

function textFile(text: string): Uint8Array {
  return Buffer.from(text);
}

function pdf(text: string): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4' });
  document.text(text);
  document.end();
  return buffer(document);
}

/** @param text the names of the files in the archive, one on each line */
async function zip(text: string): Promise<Uint8Array> {
  const names = text.trim().split('\n');
  return zipSync(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await createNamedFile(name)] as const))));
}

/** @param text the content of the sheet as CSV */
function xlsx(text: string): Promise<Uint8Array> {
  const rows: readonly string[][] = parse(text, { relaxColumnCount: true });
  return writeXlsxFile(rows.map((row) => [...row])).toBuffer();
}

/** @returns a document with one paragraph and only the required parts (ISO/IEC 29500) */
function docx(text: string): Uint8Array {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const part = (content: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`);
  return zipSync({
    '[Content_Types].xml': part(
      `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ),
    '_rels/.rels': part(
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${kind}" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': part(
      `<w:document xmlns:w="${words}"><w:body><w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
}

/** @returns a gray square with the text as its title */
function svg(text: string): Uint8Array {
  return textFile(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><title>${escapeXml(text)}</title><rect width="64" height="64" fill="gray"/></svg>`,
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
