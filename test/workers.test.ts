import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFairQueue, TooBusy } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import type { Work } from '#platform/workers/work';

const module = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const work = (body: string) => module(`export default async (input, parts) => { ${body} }`);
const run = (url: URL, input: object = {}, more: object = {}) =>
  runInWorker<Work<object, unknown>>({ group: 'read', organizationId: 'a', module: url, input, seconds: 20, ...more });
const pid = work('return [process.pid];');
const forever = work('await new Promise(() => setInterval(() => undefined, 1000));');
const isAlive = (id: number) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

describe('a job', () => {
  test('is given its input and its parts, and gives parts', async () => {
    async function* parts() {
      yield new Uint8Array([1, 2]);
      yield { more: 'x' };
    }
    expect(await run(work('return [input, ...parts];'), { a: 1 }, { parts: parts() })).toEqual([
      { a: 1 },
      new Uint8Array([1, 2]),
      { more: 'x' },
    ]);
  });
  test('waits until each of its parts is taken, and ends with what the taking throws', async () => {
    const counting = work('return (function* () { for (let n = 0; n < 3; n += 1) { parts.push(n); yield parts.length; } })();');
    const taken: unknown[] = [];
    let isTaking = false;
    const take = async (part: unknown) => {
      expect(isTaking).toBe(false);
      isTaking = true;
      await wait(20);
      taken.push(part);
      isTaking = false;
    };
    expect(await run(counting, {}, { take })).toEqual([]);
    expect(taken).toEqual([1, 2, 3]);
    await expect(run(counting, {}, { take: () => Promise.reject(new Error('no room')) })).rejects.toThrow('no room');
  });
  test('is done by the process of the one before, when that ended well', async () => {
    const [first] = await run(pid);
    expect(await run(pid)).toEqual([first]);
    await expect(run(work('throw new TypeError("no such thing");'))).rejects.toThrow('no such thing');
    expect(await run(pid)).not.toEqual([first]);
  });
  test('is done by the same process again, however many are kept', async () => {
    const atWork = (organizationId: string) =>
      run(work('await new Promise((done) => setTimeout(done, 200)); return [process.pid];'), {}, { organizationId });
    const [[one], [other]] = await Promise.all([atWork('a'), atWork('b')]);
    expect(one).not.toBe(other);
    const last = await run(pid);
    expect([await run(pid), await run(pid)]).toEqual([last, last]);
  });
  test('is told nothing of the environment that it does not need', async () => {
    process.env.SECRET_OF_THE_TEST = 'x';
    expect(
      await run(
        work(
          'return Object.keys(process.env).filter((name) => !/^(NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SystemRoot|TEMP|TMP|TMPDIR|TZ|NODE_CHANNEL_.*)$/.test(name));',
        ),
      ),
    ).toEqual([]);
  });
  test('that never lets go is killed after its time', async () => {
    await expect(run(work('for (;;);'), {}, { seconds: 0.5 })).rejects.toMatchObject({ why: 'time' });
  });
  test('that takes too much memory is killed, of objects or of bytes', async () => {
    await expect(run(work('const all = []; for (;;) all.push(new Array(1_000_000).fill(all.length + 0.5));'))).rejects.toMatchObject({
      why: 'memory',
    });
    await expect(run(work('const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));'))).rejects.toMatchObject({ why: 'memory' });
  }, 40_000);
  test('that ends its process is a crash', async () => {
    await expect(run(work('process.exit(3);'))).rejects.toMatchObject({ why: 'crash' });
  });
  test('ends when it is aborted, at work or in the queue', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const working = run(forever, {}, { signal: first.signal });
    const waiting = run(forever, {}, { signal: second.signal });
    second.abort(new Error('not any more'));
    await expect(waiting).rejects.toThrow('not any more');
    first.abort(new Error('stopped'));
    await expect(working).rejects.toThrow('stopped');
    await expect(run(forever, {}, { signal: AbortSignal.abort(new Error('never began')) })).rejects.toThrow('never began');
  });
  test('of which a part cannot be read is not begun, and its process is not used again', async () => {
    async function* broken() {
      yield 1;
      throw new Error('damaged');
    }
    await expect(run(pid, {}, { parts: broken() })).rejects.toThrow('damaged');
    expect(await run(work('return parts;'))).toEqual([]);
  });
});

test('no worker outlives a server that is killed, also when it never lets go', async () => {
  const program = `import { runInWorker } from ${JSON.stringify(new URL('../server/platform/workers/pool.ts', import.meta.url).href)};
    const job = (text) => ({ group: 'read', module: new URL('data:text/javascript,' + encodeURIComponent(text)), input: {}, seconds: 600 });
    console.log((await runInWorker({ ...job('export default async () => [process.pid];'), organizationId: 'a' }))[0]);
    void runInWorker({ ...job('export default async () => { for (;;); };'), organizationId: 'a' });
    setTimeout(() => console.log('at work'), 300);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  server.stdout.on('data', (part) => {
    said += String(part);
  });
  await expect.poll(() => said).toContain('at work');
  const worker = Number.parseInt(said, 10);
  expect(isAlive(worker)).toBe(true);
  server.kill('SIGKILL');
  await once(server, 'close');
  await expect.poll(() => isAlive(worker)).toBe(false);
});
test('a server that has nothing left to do ends, whatever workers are kept', () => {
  const program = `import { runInWorker } from ${JSON.stringify(new URL('../server/platform/workers/pool.ts', import.meta.url).href)};
    console.log((await runInWorker({ group: 'write', organizationId: 'a', module: new URL('data:text/javascript,export default async () => ["done"]'), input: {}, seconds: 60 }))[0]);`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 15_000 })).toBe('done\n');
});

describe('the queue', () => {
  const settled = () => wait(1);
  function queueWith(shape: Parameters<typeof createFairQueue>[0]) {
    const queue = createFairQueue(shape);
    const order: string[] = [];
    const leaves = new Map<string, () => void>();
    return {
      order,
      leave: async (name: string) => {
        leaves.get(name)?.();
        await settled();
      },
      async enter(organizationId: string, name: string, waitSeconds?: number) {
        void queue.enter(organizationId, { waitSeconds }).then(
          (leave) => {
            order.push(name);
            leaves.set(name, leave);
          },
          (error: unknown) => order.push(error instanceof TooBusy ? `${name} is too much` : String(error)),
        );
        await settled();
      },
    };
  }

  test('one organization has one slot, however many are free, and another the next', async () => {
    const { order, enter, leave } = queueWith({ slots: 2, slotsPerOrganization: 1, waiting: 8 });
    for (const name of ['a1', 'a2', 'a3']) await enter('a', name);
    expect(order).toEqual(['a1']);
    await enter('b', 'b1');
    expect(order).toEqual(['a1', 'b1']);
    await leave('a1');
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });
  test('organizations take turns, and in each who came first is first', async () => {
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
    for (let served = 0; served < order.length; served += 1) await leave(order[served] ?? '');
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });
  test('an organization with enough waiting is refused, the others are not', async () => {
    const { order, enter } = queueWith({ slots: 1, slotsPerOrganization: 1, waiting: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await enter('a', name, 60);
    await enter('b', 'b1', 60);
    expect(order).toEqual(['a1', 'a4 is too much']);
  });
  test('who has waited for too long leaves the queue', async () => {
    const { order, enter, leave } = queueWith({ slots: 1, slotsPerOrganization: 1, waiting: 2 });
    await enter('a', 'a1');
    await enter('a', 'a2', 0.01);
    await expect.poll(() => order).toEqual(['a1', 'a2 is too much']);
    await enter('a', 'a3');
    await leave('a1');
    expect(order).toEqual(['a1', 'a2 is too much', 'a3']);
  });
});
