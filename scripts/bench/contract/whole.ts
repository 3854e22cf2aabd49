/** express-openapi-validator as its documentation says: one instance over the whole document, then the routes. */
import express, { type ErrorRequestHandler } from 'express';
import * as validator from 'express-openapi-validator';
import { announce, checksAnswers, readDocument, stubsOf } from './subject.ts';

const document = readDocument();
const stubs = stubsOf(document);
const app = express().disable('x-powered-by').disable('etag').use(express.json());
const spec: Parameters<typeof validator.middleware>[0]['apiSpec'] = JSON.parse(JSON.stringify(document));
app.use(validator.middleware({ apiSpec: spec, validateApiSpec: false, validateRequests: { allErrors: true }, validateResponses: checksAnswers && { allErrors: true }, validateSecurity: false }));
for (const { method, path, status, body } of stubs) {
  app[method](path.replace(/\{(\w+)\}/g, ':$1'), (req, res) => {
    if (status === 201) res.location(req.path);
    res.status(status).json(body);
  });
}
const refuse: ErrorRequestHandler = (error: { status?: number; message: string; errors?: object }, _req, res, _next) => void res.status(error.status ?? 500).json({ message: error.message, errors: error.errors });
app.use(refuse);
const server = app.listen(0, '127.0.0.1', () => announce(server));
