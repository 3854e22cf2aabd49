/** Whether numbers in answers change when a record is added that their reader may not read. */
import type { startApp } from '../support/app.ts';
import { sampledContract } from '../support/contract.ts';
import { newMember, newRole } from '../support/organization.ts';
import { exampleOf } from '../tenancy/organizations.ts';
import { additionsTo } from './additions.ts';
import { mayCall, type Reader, writersFor } from './readers.ts';
import type { Reading } from './readings.ts';
import type { World } from './world.ts';

/** Reads whose numbers are of the caller, of all that was done, or of the moment. */
const moving: Readonly<Record<string, string>> = {
  exportAuditLogs: 'an entry says that something was changed',
  getAuditLog: 'an entry says that something was changed',
  getUploadUsage: 'all files of the organization count',
  listAuditLogs: 'an entry says that something was changed',
  listAuditCheckpoints: 'an entry says that something was changed',
  verifyAuditLog: 'an entry says that something was changed',
};

/** Changes that can be asked again and again: those without a confirmation, of which the answer says what would go, and these. */
const repeated = new Set(['deleteRole', 'remindPolicySignatories', 'syncTrustPortalVendors']);

/** Records that such a change is tried on, until an answer has a number. */
const mostRecords = 40;

interface Job {
  readonly reader: Reader;
  readonly reading: Reading;
}
export interface Counted {
  readonly operation: string;
  readonly kind: string;
  readonly readers: Set<string>;
  readonly example: string;
}

/** @param readers of one permission each, and restricted members */
export async function askCounts(
  app: ReturnType<typeof startApp>,
  world: World,
  readers: readonly Reader[],
  readings: readonly Reading[],
): Promise<Counted[]> {
  const counted = new Map<string, Counted>();
  // A role that is in use, so that no request deletes it.
  const roleId = await newRole(app.database, world.id, ['policy:read']);
  await newMember(app.database, world.id, ['employee', roleId]);
  // The first record of each kind is the one that something is added to.
  const some = [...Map.groupBy(readings, ({ operation: { id } }) => id).values()].flatMap(([first]) =>
    first && !(first.operation.id in moving) && first.operation.registry.produces.some((type) => type === 'application/json')
      ? [{ ...first, path: withEverything(first).replace(/\bq=canary\*?/, 'q=counted') }]
      : [],
  );
  const jobs = [
    ...readers.flatMap((reader) =>
      some
        .filter(({ operation: { registry } }) => mayCall(reader, registry.permission) && !(reader.isKey && 'requiresSession' in registry))
        .map((reading) => ({ reader, reading })),
    ),
    ...(await repeatedChanges(app, world, roleId)),
  ];
  const before = new Map<object, string>();
  // The first answer to a change can differ from the next one: members are reminded once a day.
  const remember = () => inParallel(jobs, async (job) => void before.set(job, await numbersIn(job)));
  await remember();
  await remember();
  for (const { kind, permissions, add } of await additionsTo(app, world, roleId)) {
    await add();
    await inParallel(jobs, async (job) => {
      const { reader, reading } = job;
      const numbers = await numbersIn(job);
      const old = before.get(job);
      before.set(job, reading.operation.registry.effect === 'read' ? numbers : await numbersIn(job));
      const mayRead = !reader.isRestricted && permissions.some((permission) => reader.permissions.has(permission));
      if (numbers === old || mayRead || (reader.isRestricted && kind === 'policy')) return;
      const key = `${reading.operation.id} ${kind}`;
      const one = counted.get(key) ?? {
        operation: reading.operation.id,
        kind,
        readers: new Set(),
        example: `${reading.path}: ${firstChange(old ?? '', numbers)}`,
      };
      one.readers.add(reader.name);
      counted.set(key, one);
    });
  }
  return [...counted.values()];
}

/** The path with all that it shows on request only, such as scores. */
function withEverything({ operation: { parameters }, path }: Reading): string {
  const url = new URL(path, 'http://localhost');
  for (const { name, in: place } of parameters) if (place === 'query' && name.startsWith('include')) url.searchParams.set(name, 'true');
  return url.pathname + url.search;
}

/** Changes whose answers have numbers, each with a key that may make only this change. */
async function repeatedChanges(app: ReturnType<typeof startApp>, world: World, roleId: string): Promise<Job[]> {
  const known = await world.ids();
  const jobs: Job[] = [];
  for (const operation of sampledContract) {
    const takesConfirm = operation.parameters.some(({ name, in: place }) => place === 'query' && name === 'confirm');
    if (!takesConfirm && !repeated.has(operation.id)) continue;
    for (const reader of await writersFor(app, world, operation)) {
      const paths = new Set(
        Array.from(
          { length: mostRecords },
          (_, place) => exampleOf(operation, (kind) => (kind === 'rol' ? roleId : (known.get(kind)?.[place] ?? kind))).path,
        ),
      );
      for (const path of paths) {
        const reading = { operation, path: path.replace(/\?.*/, ''), ...(operation.method === 'POST' && { body: {} }) };
        const [, ...numbers] = (await numbersIn({ reader, reading })).split('\n');
        if (!numbers.length) continue;
        jobs.push({ reader, reading });
        break;
      }
    }
  }
  return jobs;
}

async function inParallel(jobs: readonly Job[], work: (job: Job) => Promise<void>): Promise<void> {
  const rest = [...jobs];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let job = rest.pop(); job !== undefined; job = rest.pop()) await work(job);
    }),
  );
}

/** All numbers of an answer, also those in its sentences, and how long its lists are, by where they stand. */
async function numbersIn({ reader, reading: { operation, path, body } }: Job): Promise<string> {
  const answer = await reader.ask(operation.method, path, { body });
  if (answer.status === 401) throw new Error(`${reader.name} ${path}: ${answer.text}`);
  const numbers: string[] = [`status ${answer.status}`];
  (function walk(value: unknown, place: string) {
    if (typeof value === 'number' || (typeof value === 'string' && /\b\d+ [a-z]/.test(value))) numbers.push(`${place} ${value}`);
    if (Array.isArray(value)) numbers.push(`${place}.length ${value.length}`);
    if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) walk(inner, `${place}.${name}`);
  })(answer.body, '');
  return numbers.join('\n');
}

function firstChange(before: string, after: string): string {
  const old = new Set(before.split('\n'));
  return after.split('\n').find((line) => !old.has(line)) ?? 'fewer numbers';
}
