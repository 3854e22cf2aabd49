/**
 * Reads which answer a client requests from the mock: `Prefer: code=404, example=name, dynamic=true, seed=text` (RFC 7240, with Prism's
 * names).
 */
import type { Request } from 'express';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import { queryOf } from '#contract/parameters';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import { typeOfEnding } from './file-names.ts';
import { isFile } from './files.ts';
import type { Choice, Declared } from './prism.ts';

/**
 * Chooses the requested answer, or else the first success, in the `format` of the query, or else in the first acceptable media type.
 * @throws RefusalError 400 when the contract has no such answer
 */
export function choiceOf(req: Request, declared: Declared): Choice {
  const prefer = req.get('prefer');
  const read = getHttpConfigFromRequest({ url: { path: req.path }, headers: prefer === undefined ? {} : { prefer } });
  if (read._tag === 'Left') throw invalidPreference('code takes a status of three digits, dynamic takes true or false');
  const { code, exampleKey: example, dynamic = false, seed } = read.right;
  const status = code ?? Math.min(...[...declared.keys()].filter((one) => one >= 200 && one < 400));
  const media = declared.get(status);
  if (!media) throw invalidPreference(`code is one of ${[...declared.keys()].join(', ')} here`);
  const mediaType = acceptedOf(req, [...media.keys()]);
  const examples = (mediaType !== undefined && media.get(mediaType)) || [];
  if (example !== undefined && !examples.includes(example))
    throw invalidPreference(
      examples.length ? `example is one of ${examples.join(', ')} for ${status} here` : `${status} has no examples here`,
    );
  return { status, mediaType, example, dynamic: dynamic && !isFile(mediaType), seed };
}

/**
 * Chooses like the server: errors are problems only for clients that do not accept the envelope, and clients that accept neither get the
 * first type.
 */
function acceptedOf(req: Request, types: readonly string[]): string | undefined {
  // Reads the query as it was sent, because a default of the contract is not a choice of the client.
  const asked = typeOfEnding(new URLSearchParams(queryOf(req.originalUrl)).get('format') ?? '');
  if (asked !== undefined && types.includes(asked)) return asked;
  const [first, ...others] = types;
  return first === undefined ? undefined : req.accepts([first, ...others]) || first;
}

function invalidPreference(message: string): RefusalError {
  return new RefusalError(invalid({ Prefer: message }));
}
