/** The contract, served from its examples: the server's own gate, and behind it Prism instead of handlers. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { authorize } from '../server/contract/authorize.ts';
import { bodyReader } from '../server/contract/body.ts';
import { answerError, unknownPath } from '../server/contract/errors.ts';
import { RefusalError, refusal } from '../server/platform/refusals/refusal.ts';
import { hasPrecondition, preconditionOf } from '../server/contract/etag.ts';
import { checkFraming } from '../server/contract/framing.ts';
import { answersJson } from '../server/contract/json-answer.ts';
import { beginRequest, matchedOf } from '../server/contract/request-state.ts';
import { contractGate } from '../server/contract/gate.ts';
import { problemPages } from '../server/docs/problems.ts';
import { logAt } from '../server/platform/log.ts';
import { draftsIn } from '../server/platform/ports/drafts.ts';
import { logos } from '../server/domain/providers/logos.ts';
import { identifyAnybody } from './credentials.ts';
import { nameJson, sendExample, sendLinked } from './downloads.ts';
import { isFile } from './files.ts';
import { linksOf } from './links.ts';
import { pageOf } from './pages.ts';
import { choiceOf } from './preference.ts';
import { type Prism, prismOf } from './prism.ts';

export interface Mock {
  readonly app: Express;
  readonly operations: number;
}

/** @param contract an OpenAPI document, as JSON */
export async function createMock(contract: string): Promise<Mock> {
  const prism = await prismOf(contract);
  // Files that come with a request are read, to be checked with it, and kept nowhere.
  const { draft } = draftsIn(path.join(tmpdir(), 'compliance-mock'), async () => undefined);
  const { gate } = contractGate({
    document: JSON.parse(contract),
    validateResponses: false,
    admit: [authorize(identifyAnybody, {}), bodyReader(draft)],
    answer: answerFrom(prism, linksOf(contract)),
  });
  const app = express().disable('x-powered-by').disable('etag');
  answersJson(app);
  app.use(beginRequest, checkFraming, anyOrigin(prism.headers));
  app.use(problemPages());
  app.use('/logos', logos());
  app.get('/files/:name', sendLinked);
  app.use(gate, unknownPath, answerError(logAt('error')));
  return { app, operations: prism.size };
}

/** Whichever page asks, with whatever headers. What is no request of a page goes on, to be answered as the server does. */
function anyOrigin(exposedHeaders: readonly string[]): RequestHandler {
  return cors({ origin: (origin, answer) => answer(null, origin !== undefined), credentials: true, exposedHeaders: [...exposedHeaders] });
}

function answerFrom(prism: Prism, withLinks: (req: Request, body: unknown) => unknown): RequestHandler {
  return async (req, res) => {
    const { id, operation } = matchedOf(req);
    const choice = choiceOf(req, prism.declared(id));
    if (choice.status < 300) await refuseStale(req, prism);
    // Bytes are taken in and kept nowhere. Who is still sending them would not get to read the answer.
    if (choice.status < 300 && operation.body === 'bytes') await finished(Readable.from(req.body).resume());
    const example = await prism.answer(id, choice);
    const { status, headers, body } = operation.paged && choice.status === 200 ? pageOf(req, example) : example;
    // The request has its own id already.
    const { 'X-Request-Id': _ofTheExample, ...others } = headers;
    res.status(status).set(others);
    const stops = status === 200 && req.method === 'GET' && headers.ETag !== undefined ? preconditionOf(req, headers.ETag) : undefined;
    if (stops === 412) throw new RefusalError(refusal('record_changed'));
    if (stops === 304) return void res.status(304).end();
    const { mediaType } = choice;
    if (mediaType === undefined) return void res.end();
    if (isFile(mediaType)) return sendExample(req, res, mediaType, String(body));
    nameJson(req, res);
    res.type(mediaType).json(withLinks(req, body));
  };
}

/** Preconditions of a change hold for the ETag that the contract shows with the record. @throws RefusalError 412 */
async function refuseStale(req: Request, prism: Prism) {
  const { before } = matchedOf(req).operation;
  if (before === undefined || !hasPrecondition(req)) return;
  const { headers } = await prism.answer(before, {
    status: 200,
    mediaType: 'application/json',
    example: undefined,
    dynamic: false,
    seed: undefined,
  });
  if (headers.ETag !== undefined && preconditionOf(req, headers.ETag) !== undefined) throw new RefusalError(refusal('record_changed'));
}
