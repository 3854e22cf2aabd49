import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';

/** What a file that the mock made says: the example that it was made of, if all is well. */
export async function textIn(
  type: string | undefined,
  { bytes, text }: { readonly bytes: Uint8Array; readonly text: string },
): Promise<string> {
  switch (type) {
    case 'application/pdf':
      return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
    case 'application/zip':
      return Object.keys(unzipSync(bytes)).join('\n');
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      const [sheet] = await readXlsxFile(Buffer.from(bytes));
      return (sheet?.data ?? []).map((row) => row.join(',')).join('\n');
    }
    default:
      return text;
  }
}
