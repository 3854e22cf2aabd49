/** Reads files that the mock returns. */
import { fileTypeFromBuffer } from 'file-type';
import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';

/** Media types by file extension. */
export const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  deb: 'application/vnd.debian.binary-package',
  dmg: 'application/x-apple-diskimage',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  exe: 'application/octet-stream',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  ndjson: 'application/x-ndjson',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

interface Received {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** @returns the text in a file that the mock has created, which should be the text of its example */
export async function textIn(type: string | undefined, { bytes, text }: Pick<Received, 'bytes' | 'text'>): Promise<string> {
  switch (type) {
    case types.pdf:
      return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
    case types.zip:
      return Object.keys(unzipSync(bytes)).join('\n');
    case types.docx:
      return /<w:t>([^<]*)/.exec(strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()))?.[1] ?? '';
    case types.svg:
      return /<title>([^<]*)/.exec(text)?.[1] ?? '';
    case types.xlsx: {
      const [sheet] = await readXlsxFile(Buffer.from(bytes));
      return (sheet?.data ?? []).map((row) => row.join(',')).join('\n');
    }
    default:
      return text;
  }
}

/** @returns the name of a file and its types by name, by Content-Type and by bytes; the type by bytes is undefined for texts */
export async function describeFile({ headers, bytes }: Received) {
  const name = /filename="(.*?)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
  return {
    name,
    byName: types[name.split('.').at(-1) ?? ''],
    byHeader: headers.get('content-type')?.split(';')[0],
    byBytes: (await fileTypeFromBuffer(bytes))?.mime,
  };
}
