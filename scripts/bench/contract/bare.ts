/** Express with a route for each operation, and no contract at all: what is refused elsewhere is answered like the rest. */
import express from 'express';
import { announce, readDocument, stubsOf } from './subject.ts';

const app = express().disable('x-powered-by').disable('etag').use(express.json());
for (const { method, path, status, body } of stubsOf(readDocument())) {
  app[method](path.replace(/\{(\w+)\}/g, ':$1'), (req, res) => {
    if (status === 201) res.location(req.path);
    res.status(status).json(body);
  });
}
const server = app.listen(0, '127.0.0.1', () => announce(server));
