/** The functions of the schema that write are known, so that If-Match is compared before they are called (checked-writes.ts). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writingFunctions } from '#platform/database/checked-writes';
import { startApp } from '../support/app.ts';

const app = startApp();
/** Functions that are volatile because they take locks. */
const lockingFunctions = ['free_trust_portal_url', 'hold_all_leaving', 'hold_leaving', 'may_name_account'];

test('each volatile function that organizations may call is known', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and provolatile = 'v' and prorettype <> 'trigger'::regtype
      and has_function_privilege(tenant_role(), oid, 'execute')`.execute(app.database.system);
  expect(rows.map(({ name }) => name).sort()).toEqual([...writingFunctions, ...lockingFunctions].sort());
});
