/** The pages that links lead to, with paths of an application's own (rule 8). */
import { expect, test } from 'vitest';
import { openTestDatabase, startApp } from '../../support/app.ts';
import { comment, mention } from '../../support/comments.ts';
import { mailsOf } from '../../support/people.ts';
import { expectSuccess } from '../../support/policies.ts';
import { newRiskId, search } from '../../support/search.ts';
import { addItem } from '../../support/task-items.ts';

const appUrl = 'https://app.example.com/grc';
const routes = {
  organization: '/o/{organizationId}',
  risk: '/o/{organizationId}/register?risk={id}',
  comment: '{parentPage}#comment-{id}',
  control: '/o/{organizationId}/controls/{id}',
};
const app = startApp(openTestDatabase, { APP_URL: appUrl, APP_ROUTES: JSON.stringify(routes) });

test('200 lists the changed paths and the default ones, also for an API key', async () => {
  const { call, inPerson } = await app.caller();
  const { data } = await expectSuccess(call('GET', '/v1/app-routes'));
  for (const [type, path] of Object.entries(routes)) expect(data).toContainEqual({ type, path });
  expect(data).toContainEqual({ type: 'task', path: '/{organizationId}/tasks/{id}' });
  expect((await inPerson('GET', '/v1/app-routes')).body.data).toEqual(data);
  expect(await app.call('GET', '/v1/app-routes')).toMatchObject({ status: 401 });
});
test('mails, notifications and results of the search link to the changed pages', async () => {
  const { call, organization } = await app.caller();
  const { member, call: asMember } = await app.session(organization, ['admin']);
  const risk = await newRiskId(call, { title: 'Ibex' });
  const riskPage = `${appUrl}/o/${organization.id}/register?risk=${risk}`;
  const item = await addItem(call, risk, { title: 'Feed the ibex', assigneeId: member.id });
  const added = await comment(call, risk, { content: `${mention(member)} the ibex is gone` });
  const pages = [`${riskPage}&taskItemId=${item.id}`, `${riskPage}#comment-${added.id}`];

  const { data } = await expectSuccess(asMember('GET', '/v1/notifications'));
  expect(data.map(({ appUrl: page }: { appUrl: string }) => page)).toEqual(pages.toReversed());
  const mails = await mailsOf(app.database, organization);
  expect(mails.map(({ text }) => text.trim().split('\n').at(-1)).toSorted()).toEqual(pages.toSorted());
  const found: { id: string; appUrl: string | null }[] = (await search(call, 'ibex')).data;
  expect(Object.fromEntries(found.map(({ id, appUrl: page }) => [id, page]))).toEqual({
    [risk]: riskPage,
    [item.id]: pages[0],
    [added.id]: pages[1],
  });
});
test('a comment links to the page that it was written on only below the page of the organization', async () => {
  const { call, organization } = await app.caller();
  const { member, call: asMember } = await app.session(organization, ['admin']);
  const risk = await newRiskId(call);
  const linkFor = async (contextUrl: string) => {
    await comment(call, risk, { content: `${mention(member)} look`, contextUrl });
    return (await expectSuccess(asMember('GET', '/v1/notifications?limit=1'))).data[0].appUrl;
  };
  const inside = `${appUrl}/o/${organization.id}/board?card=1`;
  expect(await linkFor(inside)).toBe(inside);
  for (const outside of [`${appUrl}/${organization.id}/board`, `https://app.example.com/o/${organization.id}/board`])
    expect(await linkFor(outside)).toContain(`${appUrl}/o/${organization.id}/register?risk=${risk}#comment-`);
});
test('an invitation links to its page', async () => {
  const { inPerson, organization } = await app.caller();
  const invitation = await inPerson('POST', '/v1/people/invite', { body: { invites: [{ email: 'ines@example.com', roles: ['admin'] }] } });
  expect(invitation.status, invitation.text).toBeLessThan(300);
  const [mail] = await mailsOf(app.database, organization);
  expect(mail?.text).toMatch(new RegExp(`^${appUrl}/invite/inv_[0-9a-f]{24}$`, 'm'));
});
