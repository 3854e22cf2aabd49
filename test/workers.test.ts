/** Tests the worker processes and the queue of their jobs. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFairQueue, TooBusy } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import type { Work } from '#platform/workers/work';

const dataModule = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const workModule = (body: string) => dataModule(`export default async (input, parts) => { ${body} }`);
const run = (url: URL, input: object = {}, options: object = {}) =>
  runInWorker<Work<object, unknown>>({ group: 'read', organizationId: 'a', module: url, input, seconds: 20, ...options });
const pidWork = workModule('return [process.pid];');
const endlessWork = workModule('await new Promise(() => setInterval(() => undefined, 1000));');
const isAlive = (id: number) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

describe('a job', () => {
  test('receives its input and its parts, and returns parts', async () => {
    async function* parts() {
      yield new Uint8Array([1, 2]);
      yield { more: 'x' };
    }
    expect(await run(workModule('return [input, ...parts];'), { a: 1 }, { parts: parts() })).toEqual([
      { a: 1 },
      new Uint8Array([1, 2]),
      { more: 'x' },
    ]);
  });
  test('waits until each of its parts is read, and fails if reading throws', async () => {
    const countingWork = workModule('return (function* () { for (let n = 0; n < 3; n += 1) { parts.push(n); yield parts.length; } })();');
    const takenParts: unknown[] = [];
    let isTaking = false;
    const take = async (part: unknown) => {
      expect(isTaking).toBe(false);
      isTaking = true;
      await wait(20);
      takenParts.push(part);
      isTaking = false;
    };
    expect(await run(countingWork, {}, { take })).toEqual([]);
    expect(takenParts).toEqual([1, 2, 3]);
    await expect(run(countingWork, {}, { take: () => Promise.reject(new Error('no room')) })).rejects.toThrow('no room');
  });
  test('uses the process of the previous job, if that job succeeded', async () => {
    const [first] = await run(pidWork);
    expect(await run(pidWork)).toEqual([first]);
    await expect(run(workModule('throw new TypeError("no such thing");'))).rejects.toThrow('no such thing');
    expect(await run(pidWork)).not.toEqual([first]);
  });
  test('uses the process that did the same work before, however many processes are kept', async () => {
    const runAtWork = (organizationId: string) =>
      run(workModule('await new Promise((done) => setTimeout(done, 200)); return [process.pid];'), {}, { organizationId });
    const [[firstPid], [secondPid]] = await Promise.all([runAtWork('a'), runAtWork('b')]);
    expect(firstPid).not.toBe(secondPid);
    const lastPid = await run(pidWork);
    expect([await run(pidWork), await run(pidWork)]).toEqual([lastPid, lastPid]);
  });
  test('receives only the environment variables that it needs', async () => {
    process.env.SECRET_OF_THE_TEST = 'x';
    expect(
      await run(
        workModule(
          'return Object.keys(process.env).filter((name) => !/^(NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SystemRoot|TEMP|TMP|TMPDIR|TZ|NODE_CHANNEL_.*)$/.test(name));',
        ),
      ),
    ).toEqual([]);
  });
  test('that blocks its process is killed after the timeout', async () => {
    await expect(run(workModule('for (;;);'), {}, { seconds: 0.5 })).rejects.toMatchObject({ why: 'time' });
  });
  test('that takes too much memory for objects or bytes is killed', async () => {
    await expect(run(workModule('const all = []; for (;;) all.push(new Array(1_000_000).fill(all.length + 0.5));'))).rejects.toMatchObject({
      why: 'memory',
    });
    await expect(run(workModule('const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));'))).rejects.toMatchObject({
      why: 'memory',
    });
  });
  test('that ends its process is a crash', async () => {
    await expect(run(workModule('process.exit(3);'))).rejects.toMatchObject({ why: 'crash' });
  });
  test('ends when it is aborted, while it runs or waits in the queue', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const runningJob = run(endlessWork, {}, { signal: first.signal });
    const waitingJob = run(endlessWork, {}, { signal: second.signal });
    second.abort(new Error('not any more'));
    await expect(waitingJob).rejects.toThrow('not any more');
    first.abort(new Error('stopped'));
    await expect(runningJob).rejects.toThrow('stopped');
    await expect(run(endlessWork, {}, { signal: AbortSignal.abort(new Error('never began')) })).rejects.toThrow('never began');
  });
  test('whose input cannot be read is not started, and its process is not used again', async () => {
    async function* failingParts() {
      yield 1;
      throw new Error('damaged');
    }
    await expect(run(pidWork, {}, { parts: failingParts() })).rejects.toThrow('damaged');
    expect(await run(workModule('return parts;'))).toEqual([]);
  });
});

test('no worker outlives a killed server, even if the worker is blocked', async () => {
  const program = `import { runInWorker } from ${JSON.stringify(new URL('../server/platform/workers/pool.ts', import.meta.url).href)};
    const job = (text) => ({ group: 'read', module: new URL('data:text/javascript,' + encodeURIComponent(text)), input: {}, seconds: 600 });
    console.log((await runInWorker({ ...job('export default async () => [process.pid];'), organizationId: 'a' }))[0]);
    void runInWorker({ ...job('export default async () => { for (;;); };'), organizationId: 'a' });
    setTimeout(() => console.log('at work'), 300);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout.on('data', (part) => {
    output += String(part);
  });
  await expect.poll(() => output).toContain('at work');
  const worker = Number.parseInt(output, 10);
  expect(isAlive(worker)).toBe(true);
  server.kill('SIGKILL');
  await once(server, 'close');
  await expect.poll(() => isAlive(worker)).toBe(false);
});
test('a server that has nothing left to do ends, even if workers are kept', () => {
  const program = `import { runInWorker } from ${JSON.stringify(new URL('../server/platform/workers/pool.ts', import.meta.url).href)};
    console.log((await runInWorker({ group: 'write', organizationId: 'a', module: new URL('data:text/javascript,export default async () => ["done"]'), input: {}, seconds: 60 }))[0]);`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 150_000 })).toBe('done\n');
});

describe('the queue', () => {
  const waitForQueue = () => wait(1);
  function queueWith(limits: Parameters<typeof createFairQueue>[0]) {
    const queue = createFairQueue(limits);
    const order: string[] = [];
    const leaveFunctions = new Map<string, () => void>();
    return {
      order,
      leave: async (name: string) => {
        leaveFunctions.get(name)?.();
        await waitForQueue();
      },
      async enter(organizationId: string, name: string, waitSeconds?: number) {
        void queue.enter(organizationId, { waitSeconds }).then(
          (leave) => {
            order.push(name);
            leaveFunctions.set(name, leave);
          },
          (error: unknown) => order.push(error instanceof TooBusy ? `${name} is too much` : String(error)),
        );
        await waitForQueue();
      },
    };
  }

  test('one organization gets one slot, however many are free, and another organization gets the next', async () => {
    const { order, enter, leave } = queueWith({ slots: 2, slotsPerOrganization: 1, waiting: 8 });
    for (const name of ['a1', 'a2', 'a3']) await enter('a', name);
    expect(order).toEqual(['a1']);
    await enter('b', 'b1');
    expect(order).toEqual(['a1', 'b1']);
    await leave('a1');
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });
  test('organizations take turns, and the jobs of each run in their order', async () => {
    const { order, enter, leave } = queueWith({ slots: 1, slotsPerOrganization: 1, waiting: 8 });
    for (const [organization, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
      ['b', 'b2'],
      ['c', 'c1'],
    ] as const)
      await enter(organization, name);
    for (let position = 0; position < order.length; position += 1) await leave(order[position] ?? '');
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });
  test('an organization with too many waiting jobs is rejected, and other organizations are not', async () => {
    const { order, enter } = queueWith({ slots: 1, slotsPerOrganization: 1, waiting: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await enter('a', name, 60);
    await enter('b', 'b1', 60);
    expect(order).toEqual(['a1', 'a4 is too much']);
  });
  test('a job that has waited for too long leaves the queue', async () => {
    const { order, enter, leave } = queueWith({ slots: 1, slotsPerOrganization: 1, waiting: 2 });
    await enter('a', 'a1');
    await enter('a', 'a2', 0.01);
    await expect.poll(() => order).toEqual(['a1', 'a2 is too much']);
    await enter('a', 'a3');
    await leave('a1');
    expect(order).toEqual(['a1', 'a2 is too much', 'a3']);
  });
});
