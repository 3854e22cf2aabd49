/** Every POST of an organization that succeeded is answered the same when it is repeated with its `Idempotency-Key`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newMember, everyPermission } from '../support/organization.ts';
import { type Changes, trackChanges } from '../tenancy/changes.ts';
import { exampleOf, newFullOrganization, type Organization } from '../tenancy/organizations.ts';

const app = startApp();
let changes: Changes;
let world: Organization;
beforeAll(async () => {
  changes = await trackChanges(app.database);
  world = await newFullOrganization(app, changes);
});
afterAll(() => changes.end());

/** They take away what the caller needs to do them again, so a repetition is denied. */
const denied: readonly string[] = ['transferOrganizationOwnership'];

test('a repetition returns the stored answer and changes nothing, unless the request took its own permission away', async () => {
  const known = await world.ids();
  const wrong: string[] = [];
  let repeated = 0;
  const posts = contract.filter(({ method, registry }) => method === 'POST' && registry.scope === 'organization');
  for (const operation of posts.toSorted((one, other) => Number(denied.includes(one.id)) - Number(denied.includes(other.id)))) {
    const person = await app.session(world, await newMember(app.database, world.id, everyPermission));
    const { path, bodies } = exampleOf(operation, (kind) => known.get(kind)?.[0] ?? newId(kind));
    for (const [index, body] of (bodies.length ? bodies : [undefined]).entries()) {
      const ask = () => person.call('POST', path, { body, headers: { 'Idempotency-Key': `again ${index}` } });
      const first = await ask();
      if (first.status >= 300) continue;
      const again = await ask();
      repeated += 1;
      const isSame = again.status === first.status && again.text === first.text;
      if (isSame === denied.includes(operation.id)) wrong.push(`${operation.id}: ${first.status}, then ${again.status} ${again.text}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(repeated).toBeGreaterThan(80);
});
