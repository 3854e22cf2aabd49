/**
 * Reads which response a client requests from the mock: `Prefer: code=404, example=name, dynamic=true, seed=text` (RFC 7240, with
 * Prism's names).
 */
import { fieldErrors } from '#platform/refusals/field-errors';
import type { Request } from 'express';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import { queryOf } from '#contract/parameters';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import { typeOfExtension } from './file-names.ts';
import { isFile } from './files.ts';
import type { Choice, DeclaredResponses } from './prism.ts';

/**
 * Chooses the requested status, by default the first success, and the `format` of the query, by default the first acceptable media type.
 * @throws RefusalError 400 if the contract does not declare the requested response
 */
export function chooseResponse(req: Request, declared: DeclaredResponses): Choice {
  const prefer = req.get('prefer');
  const parsedPreference = getHttpConfigFromRequest({ url: { path: req.path }, headers: prefer === undefined ? {} : { prefer } });
  if (parsedPreference._tag === 'Left') throw invalidPreference('code takes a status of three digits, dynamic takes true or false');
  const { code, exampleKey: example, dynamic = false, seed } = parsedPreference.right;
  const status = code ?? Math.min(...[...declared.keys()].filter((candidate) => candidate >= 200 && candidate < 400));
  const mediaTypes = declared.get(status);
  if (!mediaTypes) throw invalidPreference(`code is one of ${[...declared.keys()].join(', ')} here`);
  const mediaType = acceptedOf(req, [...mediaTypes.keys()]);
  const examples = (mediaType !== undefined && mediaTypes.get(mediaType)) || [];
  if (example !== undefined && !examples.includes(example))
    throw invalidPreference(
      examples.length ? `example is one of ${examples.join(', ')} for ${status} here` : `${status} has no examples here`,
    );
  return { status, mediaType, example, dynamic: dynamic && !isFile(mediaType), seed };
}

/**
 * Chooses a media type like the server. Clients that accept none of the types get the first type.
 * So errors have the type `application/problem+json` only for clients that do not accept the error envelope.
 */
function acceptedOf(req: Request, types: readonly string[]): string | undefined {
  // The query is read from the URL, because `req.query` also contains default values, which the client did not choose.
  const requestedType = typeOfExtension(new URLSearchParams(queryOf(req.originalUrl)).get('format') ?? '');
  if (requestedType !== undefined && types.includes(requestedType)) return requestedType;
  const [firstType, ...otherTypes] = types;
  return firstType === undefined ? undefined : req.accepts([firstType, ...otherTypes]) || firstType;
}

function invalidPreference(message: string): RefusalError {
  return new RefusalError(invalid({ Prefer: fieldErrors.notAllowed(message) }, 'header'));
}
