/** The gate of this service, as server/app.ts builds it, in front of stubs. No credentials: those are no part of the others. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { announce, readDocument, stubsOf } from './subject.ts';

// The registry that was generated from the document under test, in the place of our own.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/generated/operations.ts')
      ? { url: pathToFileURL(process.env.REGISTRY ?? '').href, shortCircuit: true }
      : next(specifier, context),
});
const { default: express } = await import('express');
const { bodyReader } = await import('../../../server/contract/body.ts');
const { answerError, unknownPath } = await import('../../../server/contract/errors.ts');
const { beginRequest, matchedOf } = await import('../../../server/contract/request-state.ts');
const { contractGate } = await import('../../../server/contract/gate.ts');
const { answersJson } = await import('../../../server/contract/json-answer.ts');
const { logAt } = await import('../../../server/platform/log.ts');

const document = readDocument();
const stubs = new Map<string, ReturnType<typeof stubsOf>[number]>(stubsOf(document).map((stub) => [stub.id, stub]));
const { gate } = contractGate({
  document,
  validateResponses: process.env.VALIDATE_RESPONSES === '1',
  admit: [bodyReader(() => Promise.reject(new Error('the stubs take no files')))],
  answer(req, res) {
    const { status, body } = stubs.get(matchedOf(req).id) ?? { status: 500 };
    if (status === 201) res.location(req.path);
    res.status(status).json(body);
  },
});
const app = express().disable('x-powered-by').disable('etag');
answersJson(app);
app.use(beginRequest, gate, unknownPath, answerError(logAt('fatal')));
const server = app.listen(0, '127.0.0.1', () => announce(server));
