/** Every successful POST of an organization has the same answer when it is repeated with its `Idempotency-Key`. */
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

/** Operations that remove the caller's permission to repeat them, so a repetition is denied. */
const deniedRepetitions: readonly string[] = ['transferOrganizationOwnership'];

test('a repetition returns the stored answer and changes nothing, or is denied if the request removed its own permission', async () => {
  const idsByPrefix = await world.ids();
  const violations: string[] = [];
  let repetitionCount = 0;
  const posts = contract.filter(({ method, registry }) => method === 'POST' && registry.scope === 'organization');
  for (const operation of posts.toSorted(
    (one, other) => Number(deniedRepetitions.includes(one.id)) - Number(deniedRepetitions.includes(other.id)),
  )) {
    const person = await app.session(world, await newMember(app.database, world.id, everyPermission));
    const { path, bodies } = exampleOf(operation, (kind) => idsByPrefix.get(kind)?.[0] ?? newId(kind));
    for (const [index, body] of (bodies.length ? bodies : [undefined]).entries()) {
      const ask = () => person.call('POST', path, { body, headers: { 'Idempotency-Key': `again ${index}` } });
      const first = await ask();
      if (first.status >= 300) continue;
      const repetition = await ask();
      repetitionCount += 1;
      const isSame = repetition.status === first.status && repetition.text === first.text;
      if (isSame === deniedRepetitions.includes(operation.id))
        violations.push(`${operation.id}: ${first.status}, then ${repetition.status} ${repetition.text}`);
    }
  }
  expect(violations).toEqual([]);
  expect(repetitionCount).toBeGreaterThan(80);
});
