/** Answers that are not JSON: how the example of each media type, a text that says what is in the file, becomes the bytes that a client receives. */
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import writeXlsxFile from 'write-excel-file/node';
import type { operations } from '../generated/operations.ts';

type MediaType = Exclude<(typeof operations)[keyof typeof operations]['produces'][number], 'application/json'>;
type Make = (example: string) => Uint8Array | Promise<Uint8Array>;

const made = {
  'application/x-ndjson': asWritten,
  'text/csv': asWritten,
  '*/*': asWritten,
  'application/pdf': pdf,
  'application/zip': zip,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsx,
} satisfies Readonly<Record<string, Make>>;

/** One entry for each media type of the contract, or it does not compile. */
const files: Readonly<Record<MediaType, Make>> = made;

export function isFile(mediaType: string | undefined): mediaType is MediaType {
  return mediaType !== undefined && Object.hasOwn(files, mediaType);
}

export async function fileOf(mediaType: MediaType, example: unknown): Promise<Uint8Array> {
  return files[mediaType](String(example));
}

function asWritten(example: string): Uint8Array {
  return Buffer.from(example);
}

/** Pages with the text on them. */
function pdf(example: string): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4' });
  document.text(example);
  document.end();
  return buffer(document);
}

/** The example names the files, one to a line. Each says its name. */
function zip(example: string): Uint8Array {
  return zipSync(
    Object.fromEntries(
      example
        .trim()
        .split('\n')
        .map((name) => [name, strToU8(`${name}\n`)]),
    ),
  );
}

/** The example is the sheet as CSV. */
function xlsx(example: string): Promise<Uint8Array> {
  const rows: readonly string[][] = parse(example, { relaxColumnCount: true });
  return writeXlsxFile(rows.map((row) => [...row])).toBuffer();
}
