/** Lists by name come in the order in which people expect names, on both engines (migration 0033). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allPages, startApp } from '../support/app.ts';
import { newMember } from '../support/organization.ts';

const app = startApp();
const inOrder = ['alpha', 'Beta', 'Item 9', 'Item 10', 'ostra', 'Östra', 'oz', 'Zulu'];
const mixed = ['Zulu', 'Item 10', 'Östra', 'alpha', 'oz', 'ostra', 'Item 9', 'Beta'];

const namesIn = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name);

test('each name, title and label of an organization is sorted as a name', async () => {
  const { rows } = await sql<{ place: string; collation: string }>`
    select format('%s.%s', c.relname, a.attname) as place, l.collname as collation
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and a.attname in ('name', 'title', 'label', 'file_name')`.execute(app.database.system);
  expect(rows).toContainEqual({ place: 'vendor.name', collation: 'name_order' });
  expect(rows.filter(({ collation }) => collation !== 'name_order')).toEqual([]);
});
test('vendors in pages by name come in both directions of this order', async () => {
  const { call } = await app.caller();
  for (const name of mixed)
    expect((await call('POST', '/v1/vendors', { body: { name, description: 'A vendor.', category: 'cloud' } })).status).toBe(201);
  const names = async (order: string) => (await allPages(call, `/v1/vendors?sortBy=name&sortOrder=${order}&limit=3`)).flatMap(namesIn);
  expect(await names('asc')).toEqual(inOrder);
  expect(await names('desc')).toEqual(inOrder.toReversed());
});
test('members come in this order without a request for it', async () => {
  const { call, organization } = await app.caller();
  for (const name of mixed) await newMember(app.database, organization.id, ['auditor'], { name });
  const answer = await call('GET', '/v1/people/mentionable?resource=risk');
  expect(answer.status, answer.text).toBe(200);
  const names = answer.body.data.map(({ user }: { user: { name: string } }) => user.name);
  expect(names.filter((name: string) => inOrder.includes(name))).toEqual(inOrder);
});
