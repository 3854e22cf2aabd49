/** Tests the service as a part of another server. */
import http from 'node:http';
import { expect, test } from 'vitest';
import { createApp } from '../../server/index.ts';
import { testConfig } from '../support/app.ts';

test('200 from the service when it is part of another server', async () => {
  const { app, close } = await createApp(testConfig());
  const server = http.createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/readyz`, {
    headers: { Connection: 'close' },
  });
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }]);
  await new Promise((resolve) => server.close(resolve));
  await close();
});
