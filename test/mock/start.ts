/** Starts the mock for tests. */
import { readFileSync } from 'node:fs';
import { createMock } from '../../mock/gateway.ts';

let running: Promise<string> | undefined;
/** Starts the mock in this process on a free port, once. It runs until the process ends. @returns its URL */
export function startMock(): Promise<string> {
  return (running ??= start());
}

async function start() {
  const { app } = await createMock(readFileSync('generated/openapi.json', 'utf8'));
  const server = app.listen(0, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
}
