/** Serves the contract with the contract layer of the server. Prism answers from the examples of the contract instead of handlers. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { authorize } from '#contract/authorize';
import { bodyReader } from '#contract/body';
import { answerError, unknownPath } from '#contract/errors';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { hasPrecondition, preconditionOf } from '#contract/etag';
import { checkFraming } from '#contract/framing';
import { installJsonResponse } from '#contract/json-answer';
import { beginRequest, matchedOf } from '#contract/request-state';
import { createGate } from '#contract/gate';
import { assertUnambiguousPath } from '#contract/plain-path';
import { createProblemsRouter } from '#docs/problems';
import { logAt } from '#platform/log';
import { createDrafts } from '#platform/ports/drafts';
import { serveLogos } from '#providers/logos';
import { requireConfirmation } from './confirmation.ts';
import { identifyExampleActor } from './credentials.ts';
import { nameJsonFile, sendExample, sendLinkTarget } from './downloads.ts';
import { isFile } from './files.ts';
import { createLinkRewriter } from './links.ts';
import { pageOf } from './pages.ts';
import { chooseResponse } from './preference.ts';
import { type Prism, createPrism } from './prism.ts';

export interface Mock {
  readonly app: Express;
  readonly operations: number;
}

/** @param contract an OpenAPI document, as JSON @returns the app of the mock and the number of its operations */
export async function createMock(contract: string): Promise<Mock> {
  const prism = await createPrism(contract);
  // Uploaded files are read for validation but not stored.
  const { draft } = createDrafts(path.join(tmpdir(), 'compliance-mock'), async () => undefined);
  const { gate } = createGate({
    document: JSON.parse(contract),
    validateResponses: false,
    admit: [authorize(identifyExampleActor, {}), bodyReader(draft)],
    answer: answerFrom(prism, createLinkRewriter(contract)),
  });
  const app = express().disable('x-powered-by').disable('etag').enable('strict routing');
  installJsonResponse(app);
  app.use(beginRequest, checkFraming, allowAnyOrigin(prism.headers), assertUnambiguousPath);
  app.use(createProblemsRouter());
  app.use('/logos', serveLogos());
  app.get('/files/:name', sendLinkTarget);
  app.use(gate, unknownPath, answerError(logAt('error')));
  return { app, operations: prism.size };
}

/** Allows every origin and header. Requests without an origin get the same response as from the server. */
function allowAnyOrigin(exposedHeaders: readonly string[]): RequestHandler {
  return cors({ origin: (origin, done) => done(null, origin !== undefined), credentials: true, exposedHeaders: [...exposedHeaders] });
}

function answerFrom(prism: Prism, rewriteLinks: (req: Request, body: unknown) => unknown): RequestHandler {
  return async (req, res) => {
    const { id, operation } = matchedOf(req);
    const choice = chooseResponse(req, prism.declared(id));
    if (choice.status < 300) {
      requireConfirmation(req, id, prism);
      await assertPreconditions(req, prism);
    }
    // The body is read and discarded, because a client that is still sending would not read the response.
    if (choice.status < 300 && operation.body === 'bytes') await finished(Readable.from(req.body).resume());
    const example = await prism.answer(id, choice);
    const { status, headers, body } = operation.paged && choice.status === 200 ? pageOf(req, example) : example;
    // The response already has the id of the request, so the id in the example is left out.
    const { 'X-Request-Id': _exampleId, ...otherHeaders } = headers;
    res.status(status).set(otherHeaders);
    const preconditionStatus =
      status === 200 && req.method === 'GET' && headers.ETag !== undefined ? preconditionOf(req, headers.ETag) : undefined;
    if (preconditionStatus === 412) throw new RefusalError(refusal('record_changed', {}));
    if (preconditionStatus === 304) return void res.status(304).end();
    const { mediaType } = choice;
    if (mediaType === undefined) return void res.end();
    if (isFile(mediaType)) return sendExample(req, res, mediaType, String(body));
    nameJsonFile(req, res);
    res.type(mediaType).json(rewriteLinks(req, body));
  };
}

/** @throws RefusalError 412 if a precondition of a change does not match the ETag in the contract's example of the record */
async function assertPreconditions(req: Request, prism: Prism) {
  const { before } = matchedOf(req).operation;
  if (before === undefined || !hasPrecondition(req)) return;
  const { headers } = await prism.answer(before, {
    status: 200,
    mediaType: 'application/json',
    example: undefined,
    dynamic: false,
    seed: undefined,
  });
  if (headers.ETag !== undefined && preconditionOf(req, headers.ETag) !== undefined) throw new RefusalError(refusal('record_changed', {}));
}
