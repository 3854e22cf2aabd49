/** Finds canaries in an answer: in its headers, in its body including file formats, and in links to files. */
import { unzipSync } from 'fflate';
import type { call } from '../support/app.ts';
import { wordsOf } from '../support/pdf.ts';
import { canariesIn } from './canary.ts';

type Answer = Pick<Awaited<ReturnType<typeof call>>, 'bytes' | 'text' | 'headers'>;

/** @returns the canaries in the headers and the body of an answer */
export async function findCanaries(answer: Answer): Promise<Set<string>> {
  const headers = ['content-disposition', 'location', 'link'].map((name) => decodeHeader(answer.headers.get(name) ?? '')).join(' ');
  return new Set([...canariesIn(headers), ...(await canariesInBytes(answer.bytes, answer.text))]);
}

async function canariesInBytes(bytes: Uint8Array, text = new TextDecoder().decode(bytes)): Promise<Set<string>> {
  if (text.startsWith('PK')) {
    const canaries = new Set<string>();
    for (const [name, content] of Object.entries(unzipSync(bytes)))
      for (const canary of [...canariesIn(name), ...(await canariesInBytes(content))]) canaries.add(canary);
    return canaries;
  }
  if (text.startsWith('%PDF')) return canariesIn(await wordsOf(bytes));
  return canariesIn(text);
}

/** @returns the signed URLs of files in a JSON answer */
export const findFileLinks = (text: string): string[] => [
  ...new Set([...text.matchAll(/"(https?:\/\/[^"]*[?&]signature=[^"]*)"/g)].flatMap(([, url]) => url ?? [])),
];

function decodeHeader(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
