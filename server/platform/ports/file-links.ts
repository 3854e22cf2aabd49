/** Creates and serves signed links to files. */
import type { RequestHandler } from 'express';
import { hasVersion } from '../files/ranges.ts';
import { FileBody, sendFile } from '../files/send-file.ts';
import { type Files, type FilePresentation, splitKey } from './files.ts';
import type { Secrets } from './secrets.ts';

/** Returns a signed link to a file. @param baseUrl where `serveFiles` answers @param seconds until the link expires */
export function signedLinkTo(
  baseUrl: string,
  secrets: Secrets,
  key: string,
  seconds: number,
  requestedPresentation?: FilePresentation,
): string {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const presentationQuery = requestedPresentation
    ? `&as=${encodeURIComponent(JSON.stringify([requestedPresentation.name, requestedPresentation.type, requestedPresentation.inline === true]))}`
    : '';
  const path = splitKey(key).map(encodeURIComponent).join('/');
  return `${baseUrl}/files/${path}?expires=${expires}&signature=${secrets.sign('file', signedText(key, expires, requestedPresentation))}${presentationQuery}`;
}

function signedText(key: string, expires: number, requestedPresentation: FilePresentation | undefined): string {
  return JSON.stringify([
    key,
    expires,
    ...(requestedPresentation ? [requestedPresentation.name, requestedPresentation.type, requestedPresentation.inline === true] : []),
  ]);
}

/** Removes the expiry and signature of all signed links from a text, because they differ each time. */
export function withoutSignature(text: string): string {
  return text.includes('&signature=') ? text.replace(/\?expires=\d+&signature=[\w-]+/g, '') : text;
}

/** Serves signed links under /files/. It answers 403 to a wrong signature, 410 to an expired link and 404 to a missing file. */
export function serveFiles(files: Files, secrets: Secrets): RequestHandler {
  return async (req, res, next) => {
    if (req.method === 'OPTIONS') return void res.set('Allow', 'GET, HEAD, OPTIONS').status(204).end();
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const key = parseKey(req.path);
    const { expires, signature, as: presentationText } = req.query;
    const requestedPresentation = parsePresentation(presentationText);
    if (
      key === undefined ||
      typeof expires !== 'string' ||
      typeof signature !== 'string' ||
      (presentationText !== undefined && !requestedPresentation) ||
      !secrets.verify('file', signedText(key, Number(expires), requestedPresentation), signature)
    )
      return void res.sendStatus(403);
    const seconds = Number(expires) - Math.floor(Date.now() / 1000);
    if (seconds < 0) return void res.sendStatus(410);
    const version = await files.findVersion(key);
    if (!version) return void res.sendStatus(404);
    const presentation = requestedPresentation ?? { name: key.slice(key.lastIndexOf('/') + 1), type: typeOf(key), inline: true };
    // Inline content is served from here with sandboxing headers, which a bucket does not send. HEAD is answered here because a bucket's URL is signed
    // for GET only, and the script of a page because browsers redirect it with `Origin: null`, which a bucket would have to allow.
    if (files.direct && !presentation.inline && req.method !== 'HEAD' && req.headers.origin === undefined)
      return res.set('Cache-Control', 'no-store').redirect(302, await files.direct.download(key, Math.max(1, seconds), presentation));
    res.set({ ...fileHeaders(presentation, version.size), 'Cache-Control': 'private, max-age=300', ETag: version.etag });
    res.setHeader('Content-Type', presentation.type);
    if (hasVersion(req, version)) return void res.status(304).end();
    const file = new FileBody(version, (part) => files.stream(key, undefined, part));
    await sendFile(req, res, file, req.method === 'HEAD');
  };
}

function parseKey(path: string): string | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

function parsePresentation(presentationText: unknown): FilePresentation | undefined {
  if (typeof presentationText !== 'string' || presentationText.length > 2_000) return undefined;
  try {
    const [name, type, inline]: unknown[] = JSON.parse(presentationText);
    return typeof name === 'string' && typeof type === 'string' ? { name, type, inline: inline === true } : undefined;
  } catch {
    return undefined;
  }
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
};

function typeOf(key: string): string {
  return types[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * Returns headers for a file's bytes. User content must not act on this origin, so it is sandboxed. PDF is not, because its viewers do not
 * work in a sandbox, and because it cannot access the origin.
 * @param size bytes
 */
export function fileHeaders({ name, type, inline = false }: FilePresentation, size: number) {
  return {
    'Content-Length': String(size),
    'Content-Disposition': dispositionOf(name, inline),
    'X-Content-Type-Options': 'nosniff' as const,
    ...(type !== 'application/pdf' && { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
  };
}

/**
 * Returns a Content-Disposition header with the last part of the name, because it must not be a path (RFC 6266, 4.3; attachments, rule 6).
 * `filename` is printable ASCII. `filename*` has the full name; it is added if the two differ, or if the name has an escape such as %41,
 * which some programs decode in `filename`. Both replace invisible characters, because a right-to-left override can disguise the extension,
 * and colons, because of alternate data streams on Windows. `filename` has no semicolons, at which some programs cut even a quoted name.
 */
export function dispositionOf(name: string, inline: boolean): string {
  const lastPart = (name.split(/[/\\]/).at(-1) || 'file').replace(/[:\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_');
  const asciiName = lastPart.replace(/[^ -~]|[";]/g, '_');
  const extendedName = asciiName === lastPart && !/%[\da-f]{2}/i.test(lastPart) ? '' : `; filename*=UTF-8''${encodeExtended(lastPart)}`;
  return `${inline ? 'inline' : 'attachment'}; filename="${asciiName}"${extendedName}`;
}

/** Encodes a header text by RFC 8187. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
