/** openapi-backend on Express. */
import express from 'express';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import formats from 'ajv-formats';
import { printAddress, readDocument, stubsOf } from './subject.ts';

const document = readDocument();
const backend = new OpenAPIBackend({
  definition: JSON.parse(JSON.stringify(document)),
  quick: true,
  ajvOpts: { allErrors: true, strict: false },
  customizeAjv: (ajv) => formats.default(ajv),
});
for (const { id, status, body } of stubsOf(document)) {
  backend.register(id, (_context: Context, req: express.Request, res: express.Response) => {
    if (status === 201) res.location(req.path);
    return res.status(status).json(body);
  });
}
backend.register('validationFail', ({ validation }: Context, _req: express.Request, res: express.Response) =>
  res.status(400).json({ errors: validation.errors }),
);
await backend.init();
const app = express().disable('x-powered-by').disable('etag').use(express.json());
app.use((req, res) =>
  backend.handleRequest(
    {
      method: req.method,
      path: req.path,
      body: req.body,
      query: Object.fromEntries(new URLSearchParams(req.url.split('?')[1])),
      headers: Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, value ?? ''])),
    },
    req,
    res,
  ),
);
const server = app.listen(0, '127.0.0.1', () => printAddress(server));
