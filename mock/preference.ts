/** Which answer a client asks the mock for: `Prefer: code=404, example=name, dynamic=true, seed=text` (RFC 7240, in Prism's words). */
import type { Request } from 'express';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import { queryOf } from '../server/contract/parameters.ts';
import { invalid, RefusalError } from '../server/platform/refusals/refusal.ts';
import { typeOfEnding } from './file-names.ts';
import { isFile } from './files.ts';
import type { Choice, Declared } from './prism.ts';

/**
 * The answer that is asked for; otherwise the first success. In the `format` of the query, or else in the first media type that is acceptable.
 * @throws RefusalError 400 when the contract has none such
 */
export function choiceOf(req: Request, declared: Declared): Choice {
  const prefer = req.get('prefer');
  const read = getHttpConfigFromRequest({ url: { path: req.path }, headers: prefer === undefined ? {} : { prefer } });
  if (read._tag === 'Left') throw unfit('code takes a status of three digits, dynamic takes true or false');
  const { code, exampleKey: example, dynamic = false, seed } = read.right;
  const status = code ?? Math.min(...[...declared.keys()].filter((one) => one >= 200 && one < 400));
  const media = declared.get(status);
  if (!media) throw unfit(`code is one of ${[...declared.keys()].join(', ')} here`);
  const mediaType = acceptedOf(req, [...media.keys()]);
  const examples = (mediaType !== undefined && media.get(mediaType)) || [];
  if (example !== undefined && !examples.includes(example))
    throw unfit(examples.length ? `example is one of ${examples.join(', ')} for ${status} here` : `${status} has no examples here`);
  return { status, mediaType, example, dynamic: dynamic && !isFile(mediaType), seed };
}

/** As the server chooses: errors are problems only for who does not take the envelope, and who takes nothing of it gets the first. */
function acceptedOf(req: Request, types: readonly string[]): string | undefined {
  // As it was sent: one that the contract has for a default is nobody's wish.
  const asked = typeOfEnding(new URLSearchParams(queryOf(req.originalUrl)).get('format') ?? '');
  if (asked !== undefined && types.includes(asked)) return asked;
  const [first, ...others] = types;
  return first === undefined ? undefined : req.accepts([first, ...others]) || first;
}

function unfit(message: string): RefusalError {
  return new RefusalError(invalid({ Prefer: message }));
}
