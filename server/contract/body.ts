/** Reads the body of an operation that takes one, no longer than the operation says. After the credential was accepted. */
import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '../../generated/operations.ts';
import type { Content, Draft } from '../platform/ports/files.ts';
import { invalidRequest, RefusalError, refusal } from '../platform/refusals/refusal.ts';
import { matchedOf } from './request-state.ts';
import { withoutFiles } from './file-fields.ts';
import { parseJson } from './json.ts';

const usual = 1_048_576;

/** @param keep takes in the files that stand in bodies */
export function bodyReader(keep: (content: Content) => Promise<Draft>): RequestHandler {
  return (req, res, next) => {
    const { operation } = matchedOf(req);
    const { body, bodyLimit: limit = usual, files } = operation;
    const type = req.headers['content-type'];
    // One spelling, because the validator keeps a compiled check for each that it meets.
    if (type !== undefined) delete req.headers['content-type'];
    if (body === undefined) {
      if (isEmpty(req)) return next();
      throw new RefusalError(invalidRequest({ _errors: ['this operation takes no body'] }));
    }
    if (body === 'json') {
      if (isEmpty(req)) throw new RefusalError(invalidRequest({ _errors: ['a JSON body is required'] }));
      if (!/^application\/json *(; *charset="?utf-?8"? *)?$/i.test(type ?? '')) throw new RefusalError(refusal('unsupported_media_type'));
      req.headers['content-type'] = 'application/json';
    }
    // The refusal is sent before the body arrives, so the client does not wait for its end.
    if (Number(req.headers['content-length']) > limit) throw new RefusalError(refusal('body_too_large'));
    if (body === 'bytes') return readBytes(req, limit, next);
    if (files) return void readWithFiles(req, res, limit, files, keep).then(() => next(), next);
    void readWhole(req, limit).then(() => next(), next);
  };
}

function isEmpty({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}

/** Not read here at all: the handler is given the bytes as they come. */
function readBytes(req: Request, limit: number, next: () => void) {
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') throw new RefusalError(refusal('unsupported_media_type'));
  req.body = limited(req, req, limit);
  next();
}

async function readWhole(req: Request, limit: number) {
  const parts: Buffer[] = [];
  for await (const part of limited(unpacked(req), req, limit)) parts.push(part);
  const bytes = Buffer.concat(parts);
  req.requestState.bodyMark = bytes;
  req.body = parseJson(bytes);
}

/** In each field that holds a file stands the name of its draft in the end. What was not kept when the answer is out is thrown away. */
async function readWithFiles(
  req: Request,
  res: Response,
  limit: number,
  fields: NonNullable<Operation['files']>,
  keep: (content: Content) => Promise<Draft>,
) {
  const drafts: Draft[] = [];
  res.once('close', () => void Promise.allSettled(drafts.map((draft) => draft.discard())));
  const hash = createHash('sha256');
  const text = await withoutFiles(hashed(limited(unpacked(req), req, limit), hash), fields, async (content) => {
    const draft = await keep(content);
    drafts.push(draft);
    return draft.name;
  });
  req.requestState.bodyMark = hash.digest();
  req.body = parseJson(text);
}

const codings = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/** @throws RefusalError 415 */
function unpacked(req: Request): Readable {
  const { asked } = req.requestState;
  if (asked) return asked.body;
  const coding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return req;
  if (coding !== 'gzip' && coding !== 'deflate' && coding !== 'br') throw new RefusalError(refusal('unsupported_media_type'));
  const unpacking = codings[coding]();
  req.once('error', (error) => unpacking.destroy(error));
  return req.pipe(unpacking);
}

/** @param bytes of the request, unpacked @throws RefusalError 413 for more than that, 400 when there is no reading on */
async function* limited(bytes: Readable, req: Request, limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    // Destroyed by who stops reading, it would take the answer with it.
    for await (const part of bytes.iterator({ destroyOnReturn: false })) {
      length += part.length;
      if (length > limit) throw new RefusalError(refusal('body_too_large'));
      yield part;
    }
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    throw new RefusalError(
      invalidRequest({ _errors: [req.readableAborted ? 'the body ended early' : 'the body cannot be unpacked'] }),
      error,
    );
  }
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
}
