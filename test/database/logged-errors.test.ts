/** Errors of the database are logged without the values that it quotes in them, which may be personal data. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { errorFields } from '#platform/log/error-fields';
import { startApp } from '../support/app.ts';

const app = startApp();

test('the log has the code and the constraint of a unique violation, but not the value', async () => {
  const { organization } = await app.caller();
  const insertTwice = sql`insert into user_account (id, name, email) values ('usr_a', 'A', ${`twice-${organization.id}@example.com`}),
    ('usr_b', 'B', ${`twice-${organization.id}@example.com`})`.execute(app.database.system);
  const error = await insertTwice.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ detail: expect.stringContaining('twice-') });
  const fields = errorFields(error);
  expect(fields).toMatchObject({ code: '23505', message: expect.stringContaining('duplicate key'), stack: expect.any(String) });
  expect(JSON.stringify(fields)).not.toContain('twice-');
});
