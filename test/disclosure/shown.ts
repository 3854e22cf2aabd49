/** All that an answer shows: its body, whatever file it is, its headers, and the files that it links to. */
import { unzipSync } from 'fflate';
import type { call } from '../support/app.ts';
import { wordsOf } from '../support/pdf.ts';
import { canariesIn } from './canary.ts';

type Answer = Pick<Awaited<ReturnType<typeof call>>, 'bytes' | 'text' | 'headers'>;

/** @returns the canaries in it */
export async function shownIn(answer: Answer): Promise<Set<string>> {
  const headers = ['content-disposition', 'location', 'link'].map((name) => decoded(answer.headers.get(name) ?? '')).join(' ');
  return new Set([...canariesIn(headers), ...(await inBytes(answer.bytes, answer.text))]);
}

async function inBytes(bytes: Uint8Array, text = new TextDecoder().decode(bytes)): Promise<Set<string>> {
  if (text.startsWith('PK')) {
    const found = new Set<string>();
    for (const [name, content] of Object.entries(unzipSync(bytes)))
      for (const canary of [...canariesIn(name), ...(await inBytes(content))]) found.add(canary);
    return found;
  }
  if (text.startsWith('%PDF')) return canariesIn(await wordsOf(bytes));
  return canariesIn(text);
}

/** Addresses of files in a JSON answer. */
export const linksIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/"(https?:\/\/[^"]*[?&]signature=[^"]*)"/g)].flatMap(([, url]) => url ?? [])),
];

function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
