import { type AnyAnswer, orThrow } from './errors.ts';

/**
 * Returns the file of an answer: the answer itself, or the file at the signed address in it.
 * @param follow requests a signed address @throws ApiError
 */
export async function fileOf(call: Promise<AnyAnswer<Blob>>, follow: (address: string) => Promise<AnyAnswer<Response>>): Promise<File> {
  const blob = await orThrow(call);
  const link = await linkIn(blob);
  const response = link ? await orThrow(follow(link.downloadUrl)) : (await call).response;
  const content = link ? await response.blob() : blob;
  const name = nameIn(response) ?? link?.fileName ?? link?.name ?? 'download';
  return new File([content], name, { type: content.type });
}

interface Link {
  readonly downloadUrl: string;
  readonly fileName?: string;
  readonly name?: string;
}

async function linkIn(blob: Blob): Promise<Link | undefined> {
  const body: unknown = /^application\/json\b/.test(blob.type) ? JSON.parse(await blob.text()) : undefined;
  return isLink(body) ? body : undefined;
}

function isLink(body: unknown): body is Link {
  return typeof body === 'object' && body !== null && 'downloadUrl' in body && typeof body.downloadUrl === 'string';
}

/** @returns the name in `Content-Disposition`, which has a second form for names beyond ASCII (RFC 6266) */
function nameIn({ headers }: Response): string | undefined {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encodedName = /\bfilename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encodedName === undefined ? /\bfilename="?([^";]+)/i.exec(disposition)?.[1] : decodeURIComponent(encodedName);
}
