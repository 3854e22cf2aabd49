/** Finds numbers in answers that change when a record is added that the reader may not read. */
import type { startApp } from '../support/app.ts';
import { sampledContract } from '../support/contract.ts';
import { newMember, newRole } from '../support/organization.ts';
import { exampleOf } from '../tenancy/organizations.ts';
import { additionsTo } from './additions.ts';
import { mayCall, type Reader, writersFor } from './readers.ts';
import type { Reading } from './readings.ts';
import type { World } from './world.ts';

/** Reads whose numbers may change with any record, and why. */
const changingReads: Readonly<Record<string, string>> = {
  exportAuditLogs: 'an entry says that something was changed',
  getAuditLog: 'an entry says that something was changed',
  getMe: 'all files of the organization count toward its storage',
  getUploadUsage: 'all files of the organization count',
  listAuditLogs: 'an entry says that something was changed',
  listAuditCheckpoints: 'an entry says that something was changed',
  verifyAuditLog: 'an entry says that something was changed',
};

/** Changes that can be repeated. A deletion without its confirmation can be repeated as well, and its answer lists what it would remove. */
const repeatableChanges = new Set(['deleteRole', 'remindPolicySignatories', 'syncTrustPortalVendors']);

/** Maximum number of records for which a change is tried until an answer contains a number. */
const maxRecords = 40;

interface Job {
  readonly reader: Reader;
  readonly reading: Reading;
}
export interface ChangedCount {
  readonly operation: string;
  readonly kind: string;
  readonly readers: Set<string>;
  readonly example: string;
}

/** @param readers keys with one permission each, and restricted members @returns numbers that changed with records hidden from readers */
export async function findChangedCounts(
  app: ReturnType<typeof startApp>,
  world: World,
  readers: readonly Reader[],
  readings: readonly Reading[],
): Promise<ChangedCount[]> {
  const countsByKey = new Map<string, ChangedCount>();
  // This role is in use, so no request can delete it.
  const roleId = await newRole(app.database, world.id, ['policy:read']);
  await newMember(app.database, world.id, ['employee', roleId]);
  // Only the first record of each kind is read, because the additions are linked to it.
  const countReadings = [...Map.groupBy(readings, ({ operation: { id } }) => id).values()].flatMap(([first]) =>
    first && !(first.operation.id in changingReads) && first.operation.registry.produces.some((type) => type === 'application/json')
      ? [{ ...first, path: withOptionalParts(first).replace(/\bq=canary\*?/, 'q=counted') }]
      : [],
  );
  const jobs = [
    ...readers.flatMap((reader) =>
      countReadings
        .filter(({ operation: { registry } }) => mayCall(reader, registry.permission) && !(reader.isKey && 'requiresSession' in registry))
        .map((reading) => ({ reader, reading })),
    ),
    ...(await findRepeatableChanges(app, world, roleId)),
  ];
  const numbersByJob = new Map<object, string>();
  // The first answer to a change can differ from the second one: members are reminded once a day.
  const storeNumbers = () => inParallel(jobs, async (job) => void numbersByJob.set(job, await numbersIn(job)));
  await storeNumbers();
  await storeNumbers();
  for (const { kind, permissions, add } of await additionsTo(app, world, roleId)) {
    await add();
    await inParallel(jobs, async (job) => {
      const { reader, reading } = job;
      const numbers = await numbersIn(job);
      const oldNumbers = numbersByJob.get(job);
      numbersByJob.set(job, reading.operation.registry.effect === 'read' ? numbers : await numbersIn(job));
      const mayRead = !reader.isRestricted && permissions.some((permission) => reader.permissions.has(permission));
      if (numbers === oldNumbers || mayRead || (reader.isRestricted && kind === 'policy')) return;
      const key = `${reading.operation.id} ${kind}`;
      const count = countsByKey.get(key) ?? {
        operation: reading.operation.id,
        kind,
        readers: new Set(),
        example: `${reading.path}: ${firstChange(oldNumbers ?? '', numbers)}`,
      };
      count.readers.add(reader.name);
      countsByKey.set(key, count);
    });
  }
  return [...countsByKey.values()];
}

/** @returns the path with all `include…` parameters set, so that the answer contains optional parts such as scores */
function withOptionalParts({ operation: { parameters }, path }: Reading): string {
  const url = new URL(path, 'http://localhost');
  for (const { name, in: place } of parameters) if (place === 'query' && name.startsWith('include')) url.searchParams.set(name, 'true');
  return url.pathname + url.search;
}

/** @returns repeatable changes whose answers contain numbers, each with a key that may make only this change */
async function findRepeatableChanges(app: ReturnType<typeof startApp>, world: World, roleId: string): Promise<Job[]> {
  const idsByKind = await world.ids();
  const jobs: Job[] = [];
  for (const operation of sampledContract) {
    const takesConfirm = operation.parameters.some(({ name, in: place }) => place === 'query' && name === 'confirm');
    if (!takesConfirm && !repeatableChanges.has(operation.id)) continue;
    for (const reader of await writersFor(app, world, operation)) {
      const paths = new Set(
        Array.from(
          { length: maxRecords },
          (_, index) => exampleOf(operation, (kind) => (kind === 'rol' ? roleId : (idsByKind.get(kind)?.[index] ?? kind))).path,
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
  const remainingJobs = [...jobs];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let job = remainingJobs.pop(); job !== undefined; job = remainingJobs.pop()) await work(job);
    }),
  );
}

/** @returns all numbers in an answer and the lengths of its lists, one per line with their paths. Includes numbers in sentences. */
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
  const oldLines = new Set(before.split('\n'));
  return after.split('\n').find((line) => !oldLines.has(line)) ?? 'fewer numbers';
}
