/** Background work is done on behalf of the member who started it, as long as that member has the permission. */
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { newMember, newRole } from '../support/organization.ts';
import { setUp } from '../support/soa.ts';

const app = startApp();
const setMember = (id: string, fields: { is_active?: boolean; roles?: string[] }) =>
  app.database.system.updateTable('member').set(fields).where('id', '=', id).execute();

/** Starts a run by a key or a session of a member, which is executed only after `changeMember`. @returns the run */
async function executeRunAfter(credential: 'key' | 'session', changeMember: (id: string, keyId: string) => Promise<unknown>) {
  const { organization, call } = await app.caller();
  const document = await setUp(call);
  const member = await newMember(app.database, organization.id, ['admin']);
  const session = await app.session(organization, member);
  const createdKey = await session.call('POST', '/v1/organization/api-keys', {
    body: { name: 'key', expiration: 'never', scopes: ['audit:update'] },
  });
  const id = `run_${organization.id.slice(4)}`;
  const actor = credential === 'key' ? { credential, id: createdKey.body.id, via: 'API key "key"' } : { credential, id: member.id };
  await changeMember(member.id, createdKey.body.id);
  await app.database.system
    .insertInto('run')
    .values({
      id,
      organization_id: organization.id,
      kind: 'auto_fill_soa',
      subject: document.id,
      total: 93,
      input: JSON.stringify({ documentId: document.id, overwrite: 'unanswered' }),
      actor: JSON.stringify(actor),
    })
    .execute();
  const run = () =>
    app.database.system.selectFrom('run').select(['status', 'error', 'done']).where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => ['completed', 'failed'].includes((await run()).status)).toBe(true);
  return run();
}
const rejectedRun = { status: 'failed', error: 'Whoever started the work may not do it any more', done: 0 };

test.each([
  ['a session whose member is deactivated', 'session', (id: string) => setMember(id, { is_active: false })],
  ['a session whose member is gone', 'session', (id: string) => app.database.system.deleteFrom('member').where('id', '=', id).execute()],
  ['a session whose member lost the permission', 'session', (id: string) => setMember(id, { roles: ['auditor'] })],
  ['a key whose member is deactivated', 'key', (id: string) => setMember(id, { is_active: false })],
  ['a key whose member lost the permission', 'key', (id: string) => setMember(id, { roles: ['auditor'] })],
  [
    'a key that is revoked',
    'key',
    (_id: string, keyId: string) => app.database.system.updateTable('api_key').set({ is_active: false }).where('id', '=', keyId).execute(),
  ],
] as const)('a run that was started by %s fails without any effect', async (_what, credential, changeMember) => {
  expect(await executeRunAfter(credential, changeMember)).toEqual(rejectedRun);
});
test.each([['key'], ['session']] as const)(
  'a run that was started by a %s continues if another role of the member permits it',
  async (credential) => {
    expect(
      await executeRunAfter(credential, async (id) => {
        const { organization_id } = await app.database.system
          .selectFrom('member')
          .select('organization_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await setMember(id, { roles: [await newRole(app.database, organization_id, ['audit:update'])] });
      }),
    ).toMatchObject({ status: 'completed', done: 93 });
  },
);
