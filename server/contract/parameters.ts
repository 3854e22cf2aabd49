/** Checks path and query as strictly as bodies (json.ts), because the validator accepts or misreads some invalid input. */
import { parse } from 'node:querystring';
import type { RequestHandler } from 'express';
import type { Place } from '#platform/refusals/details';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import { matchedOf } from './request-state.ts';

/** Returns whether part of a URL is UTF-8, percent-encoded as RFC 3986 requires. */
export function isDecodable(text: string): boolean {
  if (!/^[!-~]*$/.test(text)) return false;
  try {
    return !text.includes('%') || decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** Rejects undecodable queries. Runs before the validator, which would misread them. */
export const assertDecodable: RequestHandler = (req, _res, next) => {
  const pair = queryOf(req.url)
    .split('&')
    .find((item) => !isDecodable(item));
  if (pair !== undefined)
    throw invalidParameter(Object.keys(parse(pair))[0] ?? pair, 'query', fieldErrors.unreadable('is not percent-encoded UTF-8'));
  next();
};

/** Rejects brackets in names. Runs before the validator, which reads `name[]` as `name`. */
export const assertNoBrackets: RequestHandler = (req, _res, next) => {
  const bracketedName = Object.keys(req.query).find((name) => name.includes('['));
  if (bracketedName !== undefined) throw invalidParameter(bracketedName, 'query', fieldErrors.unknownParameter(bracketedName));
  next();
};

/** Rejects values that cannot be stored. Runs after the validator, which accepts infinite numbers and U+0000. */
export const assertStorable: RequestHandler = (req, _res, next) => {
  for (const [place, parameters] of [['query', req.query] as const, ['path', matchedOf(req).path] as const])
    for (const [name, value] of Object.entries(parameters)) {
      const values = [value].flat();
      if (values.some((item) => typeof item === 'number' && !Number.isFinite(item)))
        throw invalidParameter(name, place, fieldErrors.unreadable('is too large for a number'));
      if (values.some((item) => typeof item === 'string' && item.includes('\0')))
        throw invalidParameter(name, place, fieldErrors.invalidCharacters('must not contain the character U+0000'));
    }
  next();
};

/** Returns the part of a URL after the question mark. */
export function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

function invalidParameter(name: string, place: Place, error: FieldError): RefusalError {
  return new RefusalError(invalid(Object.fromEntries([[name, error]]), place));
}
