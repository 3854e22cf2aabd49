import { fileURLToPath } from 'node:url';

export type AnchorPlace =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 's3'; readonly bucket: string; /** Without leading or trailing slashes. */ readonly prefix: string }
  | { readonly kind: 'url'; readonly url: string };

/** @param text `file:///path`, `s3://bucket/prefix` or an http or https URL @returns undefined for anything else */
export function anchorPlaceFrom(text: string): AnchorPlace | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, href } = new URL(text);
  if (protocol === 'file:' && host === '' && !pathname.endsWith('/')) return { kind: 'file', file: fileURLToPath(href) };
  if (protocol === 's3:' && host !== '') return { kind: 's3', bucket: host, prefix: pathname.replace(/^\/|\/$/g, '') };
  if (protocol === 'http:' || protocol === 'https:') return { kind: 'url', url: text };
  return undefined;
}

/** Stores a checkpoint, given as one line of JSON. Storing the same checkpoint twice is allowed. @throws unless the checkpoint has certainly been stored */
export type Anchor = (
  checkpoint: { readonly id: string; readonly organizationId: string; readonly sequence: number },
  line: string,
) => Promise<void>;
