/** Path and query as strictly as bodies (json.ts): what the validator reads kindly, and what it lets through. */
import type { Request, RequestHandler } from 'express';
import { invalid, RefusalError } from '../platform/refusals/refusal.ts';
import { matchedOf } from './request-state.ts';

/** Before the validator, which takes `name[]` for `name`. */
export const refuseBrackets: RequestHandler = (req, _res, next) => {
  const bracketed = Object.keys(req.query).find((name) => name.includes('['));
  if (bracketed !== undefined) throw unfit(bracketed, `Unknown query parameter '${bracketed}'`);
  next();
};

/** After the validator, whose bounds hold for finite numbers only, and to whom U+0000 is a character like any other. */
export const refuseUnstorable: RequestHandler = (req, _res, next) => {
  for (const [name, value] of Object.entries(parametersOf(req))) {
    const values = [value].flat();
    if (values.some((one) => typeof one === 'number' && !Number.isFinite(one))) throw unfit(name, 'is too large for a number');
    if (values.some((one) => typeof one === 'string' && one.includes('\0'))) throw unfit(name, 'must not contain the character U+0000');
  }
  next();
};

const parametersOf = (req: Request): object => ({ ...req.query, ...matchedOf(req).path });

function unfit(name: string, message: string): RefusalError {
  return new RefusalError(invalid(Object.fromEntries([[name, message]])));
}
