/** express-openapi-validator as its documentation describes it: one instance over the whole document, then the routes. */
import express, { type ErrorRequestHandler } from 'express';
import * as validator from 'express-openapi-validator';
import { printAddress, readDocument, addRoutes, stubsOf } from './subject.ts';

const document = readDocument();
const app = express().disable('x-powered-by').disable('etag').use(express.json());
const spec: Parameters<typeof validator.middleware>[0]['apiSpec'] = JSON.parse(JSON.stringify(document));
app.use(validator.middleware({ apiSpec: spec, validateApiSpec: false, validateRequests: { allErrors: true }, validateSecurity: false }));
addRoutes(app, stubsOf(document));
const sendError: ErrorRequestHandler = (error: { status?: number; message: string; errors?: object }, _req, res, _next) =>
  void res.status(error.status ?? 500).json({ message: error.message, errors: error.errors });
app.use(sendError);
const server = app.listen(0, '127.0.0.1', () => printAddress(server));
