/** Signed links to files, and what they are answered with. */
import type { RequestHandler } from 'express';
import { pipeToResponse } from '../files/pipe-to-response.ts';
import { type Files, type Shown, stepsOf } from './files.ts';
import type { Secrets } from './secrets.ts';

/** @param baseUrl where `serveFiles` answers @param seconds for which the link works */
export function linkTo(baseUrl: string, secrets: Secrets, key: string, seconds: number, shown?: Shown): string {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const as = shown ? `&as=${encodeURIComponent(JSON.stringify([shown.name, shown.type, shown.inline === true]))}` : '';
  const path = stepsOf(key).map(encodeURIComponent).join('/');
  return `${baseUrl}/files/${path}?expires=${expires}&signature=${secrets.sign('file', signed(key, expires, shown))}${as}`;
}

function signed(key: string, expires: number, shown: Shown | undefined): string {
  return JSON.stringify([key, expires, ...(shown ? [shown.name, shown.type, shown.inline === true] : [])]);
}

/** A text with the changing part of all signed links left out. */
export function withoutSignature(text: string): string {
  return text.includes('&signature=') ? text.replace(/\?expires=\d+&signature=[\w-]+/g, '') : text;
}

/** Answers the signed links, on /files/. Wrong signature: 403; out of date: 410; no such file: 404. */
export function serveFiles(files: Files, secrets: Secrets): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const key = keyIn(req.path);
    const { expires, signature, as } = req.query;
    const shown = shownIn(as);
    if (
      key === undefined ||
      typeof expires !== 'string' ||
      typeof signature !== 'string' ||
      (as !== undefined && !shown) ||
      !secrets.verify('file', signed(key, Number(expires), shown), signature)
    )
      return void res.sendStatus(403);
    const seconds = Number(expires) - Math.floor(Date.now() / 1000);
    if (seconds < 0) return void res.sendStatus(410);
    const size = await files.size(key);
    if (size === undefined) return void res.sendStatus(404);
    const whole = shown ?? { name: key.slice(key.lastIndexOf('/') + 1), type: typeOf(key), inline: true };
    // What is shown in the browser comes from here, with the headers that shut it in: a bucket sends none.
    // The bucket would take the address of a GET for nothing else, so HEAD is answered here.
    if (files.direct && !whole.inline && req.method !== 'HEAD')
      return res.set('Cache-Control', 'no-store').redirect(302, await files.direct.download(key, Math.max(1, seconds), whole));
    res.set({ ...fileHeaders(whole, size), 'Cache-Control': 'private, max-age=300' }).setHeader('Content-Type', whole.type);
    const content = req.method === 'HEAD' ? undefined : await files.stream(key);
    if (!content) return void res.end();
    await pipeToResponse(content, res);
  };
}

function keyIn(path: string): string | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

function shownIn(as: unknown): Shown | undefined {
  if (typeof as !== 'string' || as.length > 2_000) return undefined;
  try {
    const [name, type, inline]: unknown[] = JSON.parse(as);
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
 * What goes with the bytes of a file. A document of somebody's making must not act on this origin: it is shut in, but for PDF, whose
 * viewers do not work there and which has no part in the origin.
 * @param size bytes
 */
export function fileHeaders({ name, type, inline = false }: Shown, size: number) {
  return {
    'Content-Length': String(size),
    'Content-Disposition': dispositionOf(name, inline),
    'X-Content-Type-Options': 'nosniff' as const,
    ...(type !== 'application/pdf' && { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
  };
}

/**
 * With the last part of the name, which is no path (RFC 6266, 4.3), in printable ASCII (spec/areas/attachments, rule 6) and, where that is
 * another text or one that some programs decode, as it is besides. What is not seen stands in neither: it could turn the end of the name around.
 */
export function dispositionOf(name: string, inline: boolean): string {
  const last = (name.split(/[/\\]/).at(-1) || 'file').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_');
  const plain = last.replace(/[^ -~]|"/g, '_');
  const full = plain === last && !/%[\da-f]{2}/i.test(last) ? '' : `; filename*=UTF-8''${extended(last)}`;
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"${full}`;
}

/** As RFC 8187 encodes a text in a header. */
function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
