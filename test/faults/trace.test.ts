/** Tests the traces that an SDK of OpenTelemetry receives. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadedTracer, traceIdOf } from '#platform/tracing';
import { call } from '../support/app.ts';
import { startProcess, temporaryFolder } from '../support/process.ts';
import { prepare } from './engines.ts';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly parent?: string;
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

test('a request is a span of the trace in its headers, and a run is a span of a separate trace', async () => {
  const folder = temporaryFolder();
  const SPANS = path.join(folder, 'spans');
  const {
    env,
    organization: { key, id },
  } = await prepare('embedded', folder, ({ system }, organization) =>
    sql`insert into run (id, organization_id, kind, actor) values ('run_1', ${organization.id}, 'evidence_export', '{}')`.execute(system),
  );
  const server = await startProcess({ ...env, LOG_LEVEL: 'info', SPANS }, ['--import', './test/support/tracer.ts', 'server/main.ts']);
  expect(server.url, server.said.err).not.toBe('');
  const spansNamed = (name: string) => allSpans().filter((span) => span.name.startsWith(name));
  const allSpans = () =>
    (existsSync(SPANS) ? readFileSync(SPANS, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Span => JSON.parse(line));
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const tracedAnswer = await call(server.url, 'GET', '/v1/risks/rsk_1?token=tokensent', { key, headers });
  const untracedAnswer = await call(server.url, 'GET', '/v1/risks', { key });
  await expect.poll(() => spansNamed('GET').length).toBe(2);
  const spans = spansNamed('GET');
  expect(spans).toEqual([
    {
      name: 'GET /v1/risks/{id}',
      kind: 1,
      traceId,
      spanId: expect.any(String),
      parent: '00f067aa0ba902b7',
      status: { code: 0 },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/risks/{id}',
        'http.response.status_code': 400,
        'compliance.operation': 'getRisk',
        'compliance.request_id': tracedAnswer.headers.get('x-request-id'),
        'compliance.organization_id': id,
      },
    },
    expect.objectContaining({ name: 'GET /v1/risks' }),
  ]);
  // The log contains the trace id, even if the service has started the trace.
  const logFields = `"requestId":"${untracedAnswer.headers.get('x-request-id')}","traceId":"${spans[1]?.traceId}"`;
  await expect.poll(() => server.said.out).toContain(logFields);
  expect(spans[1]?.traceId).not.toBe(traceId);

  await expect
    .poll(() => spansNamed('run')[0])
    .toMatchObject({ name: 'run evidence_export', attributes: { 'compliance.run_id': 'run_1' } });
  expect(spansNamed('run')[0]).not.toHaveProperty('parent');
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('without an SDK there is no tracer, and only the header of a request determines its trace', () => {
  expect(loadedTracer()).toBeUndefined();
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(traceIdOf(`00-${id}-00f067aa0ba902b7-01`)).toBe(id);
  expect(traceIdOf(`cc-${id}-00f067aa0ba902b7-01-what-will-come`)).toBe(id);
  for (const invalidHeader of [
    undefined,
    '',
    id,
    `ff-${id}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${id}-0000000000000000-01`,
    `00-${id}-00f067aa0ba902b7-01-${'x'.repeat(200)}`,
    `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
  ])
    expect(traceIdOf(invalidHeader), invalidHeader).toBeUndefined();
});
