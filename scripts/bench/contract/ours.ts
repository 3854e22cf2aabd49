/**
 * This service's contract layer, assembled as in server/app.ts, with stubs as handlers. It checks no credentials, because the layers that
 * it is compared with do not check any either.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { printAddress, readDocument, stubsOf } from './subject.ts';

// Instead of generated/operations.ts, loads the registry of operations that was generated from the tested document.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/generated/operations.ts')
      ? { url: pathToFileURL(process.env.REGISTRY ?? '').href, shortCircuit: true }
      : next(specifier, context),
});
const { default: express } = await import('express');
const { bodyReader } = await import('#contract/body');
const { answerError, unknownPath } = await import('#contract/errors');
const { beginRequest, matchedOf } = await import('#contract/request-state');
const { createGate } = await import('#contract/gate');
const { installJsonResponse } = await import('#contract/json-answer');
const { logAt } = await import('#platform/log');

const document = readDocument();
const stubs = new Map<string, ReturnType<typeof stubsOf>[number]>(stubsOf(document).map((stub) => [stub.id, stub]));
const { gate } = createGate({
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
installJsonResponse(app);
app.use(beginRequest, gate, unknownPath, answerError(logAt('fatal')));
const server = app.listen(0, '127.0.0.1', () => printAddress(server));
