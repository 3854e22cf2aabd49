/**
 * Reads the request body after the credential was accepted, up to the operation's size limit. No body and `{}` mean the same, so clients may
 * send either.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '#generated/operations';
import { isObject } from '#platform/json-object';
import type { Content, Draft } from '#platform/ports/files';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalidRequest, RefusalError, refusal } from '#platform/refusals/refusal';
import { matchedOf } from './request-state.ts';
import { extractFiles } from './file-fields.ts';
import { parseJson } from './json.ts';

const defaultLimit = 1_048_576;
/** The most bytes in which `{}` may be sent to an operation without a body. */
const emptyObjectLimit = 64;
const jsonType = /^application\/json *(; *charset="?utf-?8"? *)?$/i;

/** @param storeDraft stores a file from a body as a draft */
export function bodyReader(storeDraft: (content: Content) => Promise<Draft>): RequestHandler {
  return (req, res, next) => {
    const { operation } = matchedOf(req);
    const { body, bodyLimit: limit = defaultLimit, files } = operation;
    const contentType = req.headers['content-type'];
    // Normalizes the spelling, because the validator keeps a compiled check for each spelling.
    if (contentType !== undefined) delete req.headers['content-type'];
    if (body === undefined) {
      if (isEmpty(req)) return next();
      return void requireEmptyObject(req, contentType).then(() => next(), next);
    }
    if (body === 'json') {
      if (!isEmpty(req) && !jsonType.test(contentType ?? '')) throw new RefusalError(refusal('unsupported_media_type'));
      req.headers['content-type'] = 'application/json';
    }
    // Rejects before the body arrives, so that the client does not have to send all of it.
    if (Number(req.headers['content-length']) > limit) throw new RefusalError(refusal('body_too_large'));
    if (body === 'bytes') return readBytes(req, limit, next);
    if (files) return void readWithFiles(req, res, limit, files, storeDraft).then(() => next(), next);
    void readJson(req, limit).then(() => next(), next);
  };
}

function isEmpty({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}

/** Leaves the body unread: the handler gets the bytes as they arrive. */
function readBytes(req: Request, limit: number, next: () => void) {
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') throw new RefusalError(refusal('unsupported_media_type'));
  req.body = limitBytes(req, req, limit);
  next();
}

/** Leaves the request without a body. @throws RefusalError 400 unless the body is `{}` as JSON, or a GET has any */
async function requireEmptyObject(req: Request, contentType: string | undefined) {
  const isSmallJson = jsonType.test(contentType ?? '') && Number(req.headers['content-length'] ?? 0) <= emptyObjectLimit;
  // Whatever is wrong with the body, the reason is that the operation takes none.
  const value =
    isSmallJson && req.method !== 'GET'
      ? await readAll(req, emptyObjectLimit)
          .then(parseJson)
          .catch(() => undefined)
      : undefined;
  if (!isObject(value) || Object.keys(value).length > 0)
    throw new RefusalError(invalidRequest(fieldErrors.notAllowed('this operation takes no body')));
}

async function readAll(req: Request, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readOrEmptyObject(req, limit)) parts.push(part);
  return Buffer.concat(parts);
}

async function readJson(req: Request, limit: number) {
  const bytes = await readAll(req, limit);
  req.requestState.bodyDigest = bytes;
  req.body = parseJson(bytes);
}

/** Replaces each file in the body by the name of its draft. Drafts that no handler has kept are discarded after the answer. */
async function readWithFiles(
  req: Request,
  res: Response,
  limit: number,
  fields: NonNullable<Operation['files']>,
  storeDraft: (content: Content) => Promise<Draft>,
) {
  const drafts: Draft[] = [];
  res.once('close', () => void Promise.allSettled(drafts.map((draft) => draft.discard())));
  const hash = createHash('sha256');
  const text = await extractFiles(updateHash(readOrEmptyObject(req, limit), hash), fields, async (content) => {
    const draft = await storeDraft(content);
    drafts.push(draft);
    return draft.name;
  });
  req.requestState.bodyDigest = hash.digest();
  req.body = parseJson(text);
}

/** Reads the bytes of a JSON body, and `{}` for none: validation, handlers and fingerprints of requests then see no difference. */
async function* readOrEmptyObject(req: Request, limit: number): AsyncGenerator<Buffer> {
  let isEmptyBody = true;
  for await (const part of limitBytes(decompress(req), req, limit)) {
    isEmptyBody &&= part.length === 0;
    yield part;
  }
  if (isEmptyBody) yield Buffer.from('{}');
}

const decompressors = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/** @throws RefusalError 415 for an unsupported content encoding */
function decompress(req: Request): Readable {
  const { internalCall } = req.requestState;
  if (internalCall) return internalCall.body;
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return req;
  if (encoding !== 'gzip' && encoding !== 'deflate' && encoding !== 'br') throw new RefusalError(refusal('unsupported_media_type'));
  const decompressor = decompressors[encoding]();
  req.once('error', (error) => decompressor.destroy(error));
  return req.pipe(decompressor);
}

/** @param bytes of the request, decompressed @throws RefusalError 413 above the limit, 400 when reading fails */
async function* limitBytes(bytes: Readable, req: Request, limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    // By default, leaving the loop early would destroy the request before it is answered.
    for await (const part of bytes.iterator({ destroyOnReturn: false })) {
      length += part.length;
      if (length > limit) throw new RefusalError(refusal('body_too_large'));
      yield part;
    }
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    throw new RefusalError(
      invalidRequest(fieldErrors.unreadable(req.readableAborted ? 'the body ended early' : 'the body cannot be unpacked')),
      error,
    );
  }
}

async function* updateHash(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
}
