/** Creates the files of answers that are not JSON from a text with their content. */
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import writeXlsxFile from 'write-excel-file/node';
import type { operations } from '#generated/operations';
import { titleOf, typeOfName } from './file-names.ts';
import { pictures } from './pictures.ts';

type Produced = Exclude<(typeof operations)[keyof typeof operations]['produces'][number], 'application/json'>;
type Make = (text: string) => Uint8Array | Promise<Uint8Array>;

/** One entry for each media type of the contract except JSON; the compiler reports missing ones. */
const produced: Readonly<Record<Produced, Make>> = {
  'application/x-ndjson': asWritten,
  'application/octet-stream': asWritten,
  'application/oscal+json': asWritten,
  'application/vnd.debian.binary-package': asWritten,
  'application/x-apple-diskimage': asWritten,
  'text/csv': asWritten,
  'text/markdown': asWritten,
  'text/yaml': asWritten,
  '*/*': asWritten,
  'application/pdf': pdf,
  'application/zip': zip,
  'image/svg+xml': svg,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsx,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docx,
};

/** Links may lead to files of further types. Files of unknown types contain the plain text. */
const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...Object.entries(produced),
  ['application/json', (text) => asWritten(JSON.stringify({ text }))],
  ...Object.entries(pictures).map(([type, bytes]): [string, Make] => [type, () => Buffer.from(bytes, 'base64')]),
]);

/** Whether the contract answers this media type as a file. */
export function isFile(mediaType: string | undefined): mediaType is Produced {
  return mediaType !== undefined && Object.hasOwn(produced, mediaType);
}

/** A file of a media type. @param text the content, which pictures do not show */
export async function createFile(mediaType: string, text: string): Promise<Uint8Array> {
  return (makers.get(mediaType) ?? asWritten)(text);
}

/** A file of the type of its extension, with its name as the content. Quotation marks are replaced because they are special in CSV. */
export function createNamedFile(name: string): Promise<Uint8Array> {
  return createFile(typeOfName(name) ?? 'text/plain', titleOf(name).replaceAll('"', "'"));
}

function asWritten(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Pages with the text. */
function pdf(text: string): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4' });
  document.text(text);
  document.end();
  return buffer(document);
}

/** The text names the files, one per line. */
async function zip(text: string): Promise<Uint8Array> {
  const names = text.trim().split('\n');
  return zipSync(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await createNamedFile(name)] as const))));
}

/** The text is the sheet as CSV. */
function xlsx(text: string): Promise<Uint8Array> {
  const rows: readonly string[][] = parse(text, { relaxColumnCount: true });
  return writeXlsxFile(rows.map((row) => [...row])).toBuffer();
}

/** A document with one paragraph and only the required parts (ISO/IEC 29500). */
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
      `<w:document xmlns:w="${words}"><w:body><w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
}

/** A gray square with the text as its title. */
function svg(text: string): Uint8Array {
  return asWritten(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><title>${escaped(text)}</title><rect width="64" height="64" fill="gray"/></svg>`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
