/** The access of a member to connected systems (people, rule 11). */
import { describe, expect, test } from 'vitest';
import { evidenceFieldsOf, matchTypeOf } from '#areas/workforce/people/rules/access';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { newMember, within } from '../../support/organization.ts';

const app = startApp();
type Status = 'pending' | 'active' | 'error' | 'paused' | 'disconnected';
interface Result {
  readonly of: string;
  readonly type?: string;
  readonly evidence?: object;
}

async function withMember() {
  const caller = await app.caller();
  const ada = await newMember(app.database, caller.organization.id, ['employee'], { name: 'Ada Marsh' });
  const connect = async (label: string, status: Status = 'active', provider = 'scim-directory') => {
    const id = newId('icn');
    await within(app.database, caller.organization.id, (db) =>
      db.insertInto('integration_connection').values({ id, provider, exclusive: false, label, status, auth_strategy: 'oauth2' }).execute(),
    );
    return id;
  };
  /** Stores a run of the check with results of the given time. */
  const addRun = (connection_id: string, at: string, results: readonly Result[], check_id = 'user-access') =>
    within(app.database, caller.organization.id, async (db) => {
      const id = newId('icr');
      await db
        .insertInto('integration_check_run')
        .values({ id, connection_id, check_id, check_name: 'Access', status: 'completed', triggered_by: 'manual', created_at: at })
        .execute();
      const rows = results.map(({ of: resourceId, type = 'user', evidence = {} }, place) => ({
        id: newId('icx'),
        check_run_id: id,
        place,
        passed: true,
        resource_type: type,
        resource_id: resourceId,
        title: `${resourceId} may sign in`,
        evidence: JSON.stringify(evidence),
        collected_at: at,
      }));
      if (rows.length) await db.insertInto('integration_check_result').values(rows).execute();
    });
  const sources = async () => (await caller.call('GET', `/v1/people/${ada.id}/access`)).body.sources;
  return { ...caller, ada, connect, addRun, sources };
}

describe('getMemberAccess', () => {
  test('200 returns no sources while no connected provider reviews access', async () => {
    const { call, ada, connect } = await withMember();
    await connect('Status page', 'active', 'http-json');
    expect((await call('GET', `/v1/people/${ada.id}/access`)).body).toEqual({ memberId: ada.id, sources: [] });
  });
  test('200 matches the member by e-mail address and returns the evidence of the newest run with results', async () => {
    const { ada, connect, addRun, sources } = await withMember();
    const id = await connect('Staff directory');
    const evidence = { userName: 'ada', is_admin: true, groups: ['a'], checkedAt: '2026-05-01' };
    await addRun(id, '2026-05-01T00:00:00.000Z', [{ of: ada.email }, { of: 'ben@example.com' }]);
    await addRun(id, '2026-05-02T00:00:00.000Z', [{ of: ada.email, evidence }, { of: 'ben@example.com' }]);
    await addRun(id, '2026-05-03T00:00:00.000Z', []);
    await addRun(id, '2026-05-04T00:00:00.000Z', [{ of: ada.email }], 'another-check');
    expect(await sources()).toEqual([
      {
        slug: 'scim-directory',
        name: 'Staff directory',
        logoUrl: expect.stringMatching(/^http.*\/logos\/scim-directory\.svg$/),
        matchType: 'matched',
        lastCheckedAt: '2026-05-02T00:00:00.000Z',
        entries: [
          {
            id: expect.stringMatching(/^icx_/),
            title: `${ada.email} may sign in`,
            fields: { 'User Name': 'ada', 'Is Admin': 'true' },
            raw: evidence,
          },
        ],
      },
    ]);
  });
  test('200 lists connections by name, with the reason why the member is not matched', async () => {
    const { connect, addRun, sources } = await withMember();
    await connect('New directory');
    const at = '2026-05-01T00:00:00.000Z';
    await addRun(await connect('Directory of others', 'error'), at, [{ of: 'ben@example.com' }]);
    await addRun(await connect('Machines', 'paused'), at, [{ of: 'server-1', type: 'host' }]);
    expect(await sources()).toMatchObject([
      { name: 'Directory of others', matchType: 'not_matched', entries: [], lastCheckedAt: at },
      { name: 'Machines', matchType: 'no_person_data', entries: [], lastCheckedAt: at },
      { name: 'New directory', matchType: 'no_data', entries: [], lastCheckedAt: null },
    ]);
  });
  test('200 omits pending, disconnected and deleted connections', async () => {
    const { organization, connect, sources } = await withMember();
    for (const status of ['pending', 'disconnected'] as const) await connect(status, status);
    const deletedId = await connect('Deleted');
    await within(app.database, organization.id, (db) =>
      db.updateTable('integration_connection').set({ deleted_at: '2026-05-01T00:00:00Z' }).where('id', '=', deletedId).execute(),
    );
    expect(await sources()).toEqual([]);
  });
});

describe('matchTypeOf and evidenceFieldsOf', () => {
  test('matchTypeOf returns how the member matches the results of a source', () => {
    expect(matchTypeOf([], [])).toBe('no_data');
    expect(matchTypeOf([{ users: 0 }], [])).toBe('no_person_data');
    expect(matchTypeOf([{ users: 0 }, { users: 2 }], [])).toBe('not_matched');
    expect(matchTypeOf([{ users: 2 }], [{}])).toBe('matched');
  });
  test('evidenceFieldsOf returns at most twelve simple values with title-case labels, without fields about the check itself', () => {
    const hidden = { checkedAt: 'x', fetchedAt: 'x', reviewedAt: 'x', raw: 'x' };
    expect(
      evidenceFieldsOf({
        ...hidden,
        lastSignIn: 'today',
        two_factor: false,
        'sign-in count': 3,
        groups: ['a'],
        profile: { a: 1 },
        none: null,
      }),
    ).toEqual({ 'Last Sign In': 'today', 'Two Factor': 'false', 'Sign In Count': '3' });
    expect(Object.keys(evidenceFieldsOf(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field${n}`, n]))))).toHaveLength(12);
    for (const evidence of [null, 'text', ['a']]) expect(evidenceFieldsOf(evidence)).toEqual({});
  });
});
