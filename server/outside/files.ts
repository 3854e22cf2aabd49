/** Files that belong to records: kept in a directory, read by anybody who holds a signed link. Another store takes this one's place by its interface. */
import { mkdir, open, readdir, readFile, rm, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RequestHandler } from 'express';
import type { Secrets } from './secrets.ts';

export interface Files {
  /** @param key `<organization id>/<folder>/<name>` */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined when there is none */
  read(key: string): Promise<Buffer | undefined>;
  /** @returns its length in bytes, undefined when there is none */
  size(key: string): Promise<number | undefined>;
  /** Also when there is none. */
  remove(key: string): Promise<void>;
  /** The keys of everything of an organization. */
  list(organizationId: string): AsyncIterable<string>;
  /** Everything of an organization. */
  removeAll(organizationId: string): Promise<void>;
  /** A link that works for this many seconds without any other credential. */
  link(key: string, seconds: number): string;
}

/** A file name that cannot leave its folder. */
export function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9.-]/g, '_').slice(-100).replace(/^\.+/, '_');
}

/** @param directory made when first needed @param baseUrl where `serveFiles` answers, without a slash at its end */
export function localFiles(directory: string, baseUrl: string, secrets: Secrets): Files {
  const place = (key: string) => path.join(directory, ...stepsOf(key));
  return {
    async put(key, bytes) {
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true });
      // Under another name, which no key has, until it is whole and on the disk.
      const draft = `${file}~`;
      const handle = await open(draft, 'w');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    },
    read: (key) => readFile(place(key)).catch(unlessMissing),
    size: async (key) => (await stat(place(key)).catch(unlessMissing))?.size,
    remove: (key) => rm(place(key), { force: true }),
    list: (organizationId) => filesIn(place(organizationId), organizationId),
    removeAll: (organizationId) => rm(place(organizationId), { force: true, recursive: true }),
    link(key, seconds) {
      const expires = Math.floor(Date.now() / 1000) + seconds;
      return `${baseUrl}/files/${stepsOf(key).map(encodeURIComponent).join('/')}?expires=${expires}&signature=${secrets.sign('file', `${key} ${expires}`)}`;
    },
  };
}

/** A text with the changing part of all links to files left out. */
export function withoutSignature(text: string): string {
  return text.includes('&signature=') ? text.replace(/\?expires=\d+&signature=[\w-]+/g, '') : text;
}

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', svg: 'image/svg+xml', pdf: 'application/pdf' };

/** Answers the signed links, on /files/. Wrong signature: 403; out of date: 410; no such file: 404. */
export function serveFiles(files: Files, secrets: Secrets): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const key = req.path.split('/').slice(1).map(decodeURIComponent).join('/');
    const { expires, signature } = req.query;
    if (typeof expires !== 'string' || typeof signature !== 'string' || !secrets.verify('file', `${key} ${expires}`, signature)) return void res.sendStatus(403);
    if (Number(expires) * 1000 < Date.now()) return void res.sendStatus(410);
    const bytes = await files.read(key);
    if (!bytes) return void res.sendStatus(404);
    // A document of somebody's making must not act on this origin.
    res.set({ 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox", 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, max-age=300' });
    res.type(types[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream').send(bytes);
  };
}

async function* filesIn(folder: string, key: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing) ?? [];
  for (const entry of entries.filter(({ name }) => isStep(name)).sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesIn(path.join(folder, entry.name), `${key}/${entry.name}`);
    else yield `${key}/${entry.name}`;
  }
}

function isStep(text: string): boolean {
  return /^[A-Za-z0-9_.-]+$/.test(text) && !/^\.+$/.test(text);
}

function stepsOf(key: string): string[] {
  const steps = key.split('/');
  if (!steps.every(isStep)) throw new Error('not the key of a file');
  return steps;
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
  throw error;
}
