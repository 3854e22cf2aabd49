/** E-mail preferences of members. */
import { describe, expect, test } from 'vitest';
import { notify, withLink } from '#platform/mail/notify';
import { startApp } from '../../support/app.ts';
import { newApiKey, newMember, newMembership, within } from '../../support/organization.ts';
import { invalid, mailsOf } from '../../support/people.ts';

const app = startApp();
const url = '/v1/people/me/email-preferences';
const allOn = {
  policyNotifications: true,
  taskReminders: true,
  weeklyTaskDigest: true,
  unassignedItemsNotifications: true,
  taskMentions: true,
  taskAssignments: true,
  findingNotifications: true,
};
const allOff = Object.fromEntries(Object.keys(allOn).map((kind) => [kind, false]));

describe('getMyEmailPreferences', () => {
  test('200 returns the preferences of the signed-in user, all on by default, without any permission', async () => {
    const { organization } = await app.caller();
    const { call, member } = await app.session(organization, ['contractor']);
    expect(await call('GET', url)).toMatchObject({ status: 200, body: { email: member.email, preferences: allOn, unsubscribed: false } });
  });
  test('200 returns the preferences of the member who created the API key', async () => {
    const { organization, call } = await app.caller();
    expect((await call('GET', url)).body.email).toBe(organization.owner.email);
  });
  test('403 for an API key without a creator, or whose creator is deactivated', async () => {
    const { organization, call } = await app.caller();
    const former = await newMember(app.database, organization.id, ['admin'], { active: false });
    for (const createdBy of [null, former.id]) {
      const { key } = await newApiKey(app.database, organization.id, { scopes: ['risk:read'], created_by_member_id: createdBy });
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { preferences: allOff }],
      ] as const)
        expect(await app.call(method, url, { key, body })).toMatchObject({ status: 403, body: { code: 'key_without_owner' } });
    }
    expect((await call('GET', url)).body.preferences).toEqual(allOn);
  });
});

describe('replaceMyEmailPreferences', () => {
  test('200 replaces all seven preferences, in every organization of the user', async () => {
    const [{ organization }, other] = [await app.caller(), await app.caller()];
    const { call, member, token } = await app.session(organization, ['employee']);
    await newMembership(app.database, other.organization.id, member.userId);
    const preferences = { ...allOn, weeklyTaskDigest: false };
    expect(await call('PUT', url, { body: { preferences } })).toMatchObject({
      status: 200,
      body: { email: member.email, preferences, unsubscribed: false },
    });
    expect(
      (await app.call('GET', url, { bearer: token, headers: { 'X-Organization-Id': other.organization.id } })).body.preferences,
    ).toEqual(preferences);
    expect((await call('PUT', url, { body: { preferences: allOff } })).body).toMatchObject({ preferences: allOff, unsubscribed: true });
    expect((await call('PUT', url, { body: { preferences: { ...allOff, taskMentions: true } } })).body.unsubscribed).toBe(false);
  });
  test('400 for a preference that is missing, unknown or not a boolean', async () => {
    const { call } = await app.caller();
    const { taskMentions, ...withoutMentions } = allOn;
    expect(await call('PUT', url, { body: { preferences: withoutMentions } })).toMatchObject(
      invalid({ 'preferences.taskMentions': 'is required' }),
    );
    expect(await call('PUT', url, { body: { preferences: { ...allOn, taskMentions: 'no' } } })).toMatchObject({ status: 400 });
    expect(await call('PUT', url, { body: { preferences: { ...allOn, marketing: false } } })).toMatchObject({ status: 400 });
    expect((await call('GET', url)).body.preferences).toEqual({ ...withoutMentions, taskMentions });
  });
});

describe('notifications', () => {
  test('go only to members whose preferences and roles allow them', async () => {
    const { organization } = await app.caller();
    const people = {
      wants: await app.session(organization, ['admin']),
      off: await app.session(organization, ['admin']),
      byRole: await app.session(organization, ['employee']),
    };
    await people.off.call('PUT', url, { body: { preferences: { ...allOn, taskMentions: false } } });
    const stranger = (await app.caller()).organization.owner;
    const userIds = [...Object.values(people).map(({ member }) => member.userId), stranger.userId];
    await within(app.database, organization.id, (db) =>
      notify({ db, ports: app.ports }, { kind: 'taskMentions', userIds, subject: 'Mentioned', text: withLink('x'), record: null }),
    );
    expect((await mailsOf(app.database, organization)).map(({ recipient }) => recipient)).toEqual([people.wants.member.email]);
    await within(app.database, organization.id, (db) =>
      notify({ db, ports: app.ports }, { kind: 'policyNotifications', userIds, subject: 'Policy', text: withLink('x'), record: null }),
    );
    expect(await mailsOf(app.database, organization)).toHaveLength(4);
  });
});
