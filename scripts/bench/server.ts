/** Starts a server under test as a separate process, as in production, and reads its resource usage. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const probe = fileURLToPath(new URL('./probe.ts', import.meta.url));

/**
 * CPU in ms (user and system); memory and JavaScript heap in MiB; the 99th percentile of the event loop delay in ms, where it is monitored
 * (probe.ts).
 */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
  readonly heap: number;
  readonly delay: number;
}
interface UsageReport {
  readonly cpu: NodeJS.CpuUsage;
  readonly memory: NodeJS.MemoryUsage;
  readonly delay: number;
}
export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * @param program that prints its address once it listens, with its parameters @returns its address, its process id, the time (ms) from the
 * start to its first answer, which is to `path`, and functions that read its resource usage and stop it
 */
export async function startServer(
  program: string | readonly string[],
  env: Readonly<Record<string, string>>,
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const startTime = performance.now();
  const child = spawn(process.execPath, ['--import', probe, ...[program].flat()], {
    env: { PATH: process.env.PATH, PORT: '0', NODE_ENV: 'production', DRAIN_DELAY: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await addressIn(child);
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${String(program)} answered ${path} with ${answer.status} ${await answer.text()}`);
  await answer.text();
  const startup = performance.now() - startTime;
  return {
    url,
    startup,
    pid: child.pid ?? 0,
    usage: () =>
      new Promise<Usage>((resolve) => {
        child.once('message', ({ cpu: { user, system }, memory: { rss, heapUsed }, delay }: UsageReport) =>
          resolve({ cpu: (user + system) / 1000, memory: rss / 2 ** 20, heap: heapUsed / 2 ** 20, delay: delay / 1e6 }),
        );
        child.send('usage');
      }),
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function addressIn({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stdout?.on('data', (part) => {
      output += String(part);
      const [url] = /http:\/\/\S+/.exec(output) ?? [];
      if (url === undefined) return;
      resolve(url.replace('localhost', '127.0.0.1'));
      // From now on, its log is read and discarded.
      stdout.removeAllListeners('data').resume();
    });
    stdout?.once('close', () => reject(new Error(`the server exited before it listened: ${output}`)));
  });
}
