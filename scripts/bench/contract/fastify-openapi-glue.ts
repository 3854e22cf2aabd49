/** fastify-openapi-glue, which also serializes its responses by their schemas. */
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import glue from 'fastify-openapi-glue';
import { printAddress, readDocument, stubsOf } from './subject.ts';

const document = readDocument();
const stubs = new Map(stubsOf(document).map((stub) => [stub.id, stub]));
const app = fastify({ ajv: { customOptions: { allErrors: true, strict: false, coerceTypes: 'array' } } });
// Errors are serialized by their schema, like all other responses.
app.setErrorHandler((error, _req, reply) => reply.status(400).send({ success: false, error: error instanceof Error ? error.message : '' }));
await app.register(glue, {
  specification: JSON.parse(JSON.stringify(document)),
  operationResolver: (id: string) => (req: FastifyRequest, reply: FastifyReply) => {
    const { status = 500, body } = stubs.get(id) ?? {};
    if (status === 201) reply.header('location', req.url);
    return reply.status(status).send(body);
  },
});
await app.listen({ port: 0, host: '127.0.0.1' });
printAddress(app.server);
