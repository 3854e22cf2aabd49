/** Express with a route for each operation, and no contract at all: what is refused elsewhere is answered like the rest. */
import express from 'express';
import { announce, readDocument, route, stubsOf } from './subject.ts';

const app = express().disable('x-powered-by').disable('etag').use(express.json());
route(app, stubsOf(readDocument()));
const server = app.listen(0, '127.0.0.1', () => announce(server));
