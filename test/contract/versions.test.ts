/** Versions of records: each change raises the version, and a change with a former version is refused (spec/conventions, 5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { type Caller, startApp } from '../support/app.ts';
import { contract, sampledContract } from '../support/contract.ts';
import { pathAt, recordsOnDemand } from '../support/records.ts';

const app = startApp();
let caller: Caller;
let records: ReturnType<typeof recordsOnDemand>;
beforeAll(async () => {
  caller = await app.callerForEverything();
  records = recordsOnDemand(caller);
});

/** Where the answer of the GET of a record has its version. */
function versionMemberOf(id: keyof typeof operations): string | undefined {
  const operation = operations[id];
  return 'version' in operation ? operation.version : undefined;
}
function versionIn(body: unknown, member: string): unknown {
  return member.split('.').reduce<unknown>((outer, name) => Object(outer)[name], body);
}

const changes = sampledContract.flatMap((operation) => {
  const { registry, method } = operation;
  const member = 'before' in registry && method !== 'DELETE' ? versionMemberOf(registry.before) : undefined;
  const read = contract.find(({ id }) => 'before' in registry && id === registry.before);
  return member !== undefined && read ? [{ ...operation, member, read }] : [];
});
const succeeded = new Set<string>();

test.each(changes)(
  '200 of $method $template raises the version, and 412 for the former version',
  async ({ id, member, read, ...change }) => {
    const parameters = await records.placeAt(change.template);
    const get = () => caller.call('GET', pathAt(read, parameters));
    const before = await get();
    expect(before, before.text).toMatchObject({ status: 200 });
    const version = Number(versionIn(before.body, member));
    expect(before.headers.get('etag')).toMatch(new RegExp(`^"${version}\\.[\\w-]{22}"$`));
    for (const example of change.bodies) {
      const body = await records.withExistingIds(example, change.template);
      const ask = () => caller.call(change.method, pathAt(change, parameters), { body, headers: { 'If-Match': `"${version}"` } });
      const answer = await ask();
      // Some examples need a state or a record that there is not.
      if (answer.status !== 200) continue;
      const current = versionIn((await get()).body, member);
      expect(current).toBeGreaterThan(version);
      const conflict = await ask();
      expect(conflict, conflict.text).toMatchObject({ status: 412, body: { code: 'record_changed', version: current } });
      succeeded.add(id);
      return;
    }
  },
);
test('412 for a deletion with a former version', async () => {
  const deletions = contract.filter(({ method, registry }) => method === 'DELETE' && 'before' in registry);
  for (const { id, template, registry, path } of deletions) {
    const member = 'before' in registry ? versionMemberOf(registry.before) : undefined;
    if (member === undefined || id === 'deleteOrganization') continue;
    const address = pathAt({ template, path }, await records.placeAt(template));
    const conflict = await caller.call('DELETE', address, { headers: { 'If-Match': '"1000000"' } });
    expect(conflict, `${address} ${conflict.text}`).toMatchObject({
      status: 412,
      body: { code: 'record_changed', version: expect.any(Number) },
    });
  }
});
afterAll(() => {
  const untested = changes.filter(({ id }) => !succeeded.has(id)).map(({ id }) => id);
  expect(untested).toEqual([]);
});
