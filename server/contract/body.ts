/** Reads the body of an operation that takes one: JSON, no longer than the operation says. After the credential was accepted. */
import express, { type RequestHandler } from 'express';
import { Refusal } from './errors.ts';
import { matchedOf } from './exchange.ts';
import { parseJson } from './json.ts';

const usual = 1_048_576;
const readers = new Map<number, RequestHandler>();

export const readBody: RequestHandler = (req, res, next) => {
  const { operation } = matchedOf(req);
  const type = req.headers['content-type'];
  // One spelling, because the validator keeps a compiled check for each that it meets.
  delete req.headers['content-type'];
  if (!operation.takesBody) return next();
  if (req.headers['transfer-encoding'] === undefined && (req.headers['content-length'] ?? '0') === '0') throw new Refusal(400, undefined, { _errors: ['a JSON body is required'] });
  if (!/^application\/json *(; *charset="?utf-?8"? *)?$/i.test(type ?? '')) throw new Refusal(415);
  req.headers['content-type'] = 'application/json';
  const limit = operation.bodyLimit ?? usual;
  // Said before it is sent: nobody has to wait for the end of it.
  if (Number(req.headers['content-length']) > limit) throw new Refusal(413);
  const read = readers.get(limit) ?? express.raw({ type: () => true, limit });
  readers.set(limit, read);
  read(req, res, (error?: unknown) => {
    if (error) return next(error);
    try {
      const bytes: Buffer = req.body;
      req.exchange.rawBody = bytes;
      req.body = parseJson(bytes);
    } catch (malformed) {
      return next(malformed);
    }
    next();
  });
};
