import { describe, expect, test } from 'vitest';
import { call, listenOn, startApp, testConfig } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { comment } from '../../support/comments.ts';
import { addControl } from '../../support/controls.ts';
import { newApiKey, newRole, within } from '../../support/organization.ts';
import { addPolicy, addPublished } from '../../support/policies.ts';
import { searchUrl, findIds, newRiskId, search, suggestIds } from '../../support/search.ts';
import { addItem } from '../../support/task-items.ts';
import { addTask } from '../../support/tasks.ts';

const app = startApp();

describe('permissions (rules 1 and 2)', () => {
  test('200 without the records of another organization', async () => {
    const [ours, other] = [await app.caller(), await app.caller()];
    const id = await newRiskId(other.call, { title: 'Neighbour' });
    expect(await search(ours.call, 'neighbour', '&count=true')).toEqual({
      data: [],
      nextCursor: null,
      totalCount: 0,
      facets: { type: {}, status: {} },
    });
    expect(await findIds(ours.call, id)).toEqual([]);
    expect(await suggestIds(ours.call, 'neigh')).toEqual([]);
    expect(await suggestIds(ours.call, id)).toEqual([]);
  });
  test('200 with the types that the caller may read, and 403 when the caller may read none of the requested types', async () => {
    const { call, organization } = await app.caller();
    const riskId = await newRiskId(call, { title: 'Submarine' });
    const controlId = await addControl(call, { name: 'Submarine' });
    const { id: commentId } = await comment(call, riskId, { content: 'Submarine!' });
    const { id: attachmentId } = await attach(call, riskId, { fileName: 'Submarine.txt' });
    const callWith = async (...scopes: string[]) => {
      const { key } = await newApiKey(app.database, organization.id, { scopes });
      return (method: string, url: string) => app.call(method, url, { key });
    };
    expect((await findIds(await callWith('risk:read'), 'submarine')).toSorted()).toEqual([riskId, commentId].toSorted());
    expect(await findIds(await callWith('control:read'), 'submarine')).toEqual([controlId]);
    expect(await findIds(await callWith('evidence:read'), 'submarine')).toEqual([]);
    expect((await findIds(await callWith('evidence:read', 'risk:read'), 'submarine')).toSorted()).toEqual(
      [riskId, commentId, attachmentId].toSorted(),
    );
    expect(await search(await callWith('control:read'), 'submarine', '&count=true')).toMatchObject({
      totalCount: 1,
      facets: { type: { control: 1 } },
    });
    const controlReader = await callWith('control:read');
    expect(await findIds(controlReader, 'submarine', '&type=risk&type=control')).toEqual([controlId]);
    for (const path of [searchUrl('submarine', '&type=risk'), '/v1/search/suggestions?q=sub&type=attachment'])
      expect(await controlReader('GET', path)).toMatchObject({ status: 403, body: { code: 'search_types_hidden' } });
    expect(await suggestIds(controlReader, 'subm')).toEqual([controlId]);
  });
  test('200 with only records that a restricted member may see, in results, counts and suggestions, and 403 for other types', async () => {
    const { call, organization } = await app.caller();
    const { member, call: asEmployee } = await app.session(organization, ['employee']);
    const ownRisk = await newRiskId(call, { title: 'Meteor', assigneeId: member.id });
    const othersRisk = await newRiskId(call, { title: 'Meteor' });
    const itemOfOwnRisk = (await addItem(call, ownRisk, { title: 'Meteor item' })).id;
    const itemOfOthers = (await addItem(call, othersRisk, { title: 'Meteor item' })).id;
    const assignedItem = (await addItem(call, othersRisk, { title: 'Meteor item', assigneeId: member.id })).id;
    const task = (await addTask(call, { title: 'Meteor task', assigneeId: member.id })).id;
    await addTask(call, { title: 'Meteor task of others' });
    const control = await addControl(call, { name: 'Meteor control' });
    await addControl(call, { name: 'Meteor control of nobody' });
    expect(await call('POST', `/v1/controls/${control}/tasks/link`, { body: { taskIds: [task] } })).toMatchObject({ status: 200 });
    const policy = (await addPublished(call, { name: 'Meteor policy' })).id;
    const { id: visibleComment } = await comment(call, ownRisk, { content: 'Meteor seen.' });
    await comment(call, othersRisk, { content: 'Meteor hidden.' });
    const visibleIds = [ownRisk, itemOfOwnRisk, assignedItem, task, control, policy, visibleComment].toSorted();
    expect((await findIds(asEmployee, 'meteor')).toSorted()).toEqual(visibleIds);
    expect(await search(asEmployee, 'meteor', '&count=true')).toMatchObject({
      totalCount: visibleIds.length,
      facets: { type: { risk: 1, task_item: 2, task: 1, control: 1 } },
    });
    expect(await findIds(asEmployee, othersRisk)).toEqual([]);
    expect(await suggestIds(asEmployee, 'meteor item')).not.toContain(itemOfOthers);
    expect((await suggestIds(asEmployee, 'meteor item')).toSorted()).toEqual([itemOfOwnRisk, assignedItem].toSorted());
    for (const type of ['person', 'framework', 'attachment'])
      expect(await asEmployee('GET', searchUrl('meteor', `&type=${type}`))).toMatchObject({ status: 403 });
  });
  test('200 without policies of other departments and their comments, except for owners, admins and auditors', async () => {
    const { call, organization } = await app.caller();
    const id = await addPolicy(call, { name: 'Comet policy' }).then((createdPolicy) => createdPolicy.id ?? createdPolicy);
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('policy')
        .set({ visibility: 'DEPARTMENT', visible_to_departments: ['hr'] })
        .where('id', '=', id)
        .execute(),
    );
    expect(
      await call('POST', '/v1/comments', {
        body: { entityType: 'policy', entityId: id, content: 'Comet!', userId: organization.owner.userId },
      }),
    ).toMatchObject({
      status: 201,
    });
    const role = await newRole(app.database, organization.id, ['policy:read', 'policy:update']);
    const { member, call: asReader } = await app.session(organization, [role]);
    expect(await findIds(call, 'comet')).toHaveLength(2);
    expect(await findIds(asReader, 'comet')).toEqual([]);
    expect(await suggestIds(asReader, 'com')).toEqual([]);
    await app.database.system.updateTable('member').set({ department: 'hr' }).where('id', '=', member.id).execute();
    expect(await findIds(asReader, 'comet')).toHaveLength(2);
  });
});

describe('suggestions (rule 12)', () => {
  test('200 with titles and ids with words that begin with the typed words; titles that begin with the query come first', async () => {
    const { call } = await app.caller();
    const begins = await newRiskId(call, { title: 'Accès lost', description: 'Nothing.' });
    const contains = await newRiskId(call, { title: 'Lost access', description: 'Nothing.' });
    const described = await newRiskId(call, { title: 'Other', description: 'Access.' });
    expect(await suggestIds(call, 'acc')).toEqual([begins, contains]);
    expect(await suggestIds(call, 'los acc')).toEqual([contains, begins]);
    expect(await suggestIds(call, 'ess')).toEqual([]);
    expect(await suggestIds(call, described)).toEqual([described]);
    expect(await suggestIds(call, described.slice(0, -1))).toContain(described);
    expect(await suggestIds(call, 'acc', '&limit=1')).toEqual([begins]);
    expect(await suggestIds(call, 'acc', '&type=task')).toEqual([]);
    expect(await suggestIds(call, '!!')).toEqual([]);
  });
  test('429 beyond the separate limit of suggestions, even without other limits', async () => {
    const { base } = await listenOn(app.database, testConfig({ SUGGESTION_RATE_LIMIT: '3' }));
    const { organization } = await app.caller();
    const ask = (path: string) => call(base, 'GET', path, { key: organization.key });
    const answers = [];
    for (let n = 0; n < 8; n += 1) answers.push(await ask('/v1/search/suggestions?q=a'));
    const rejections = answers.filter(({ status }) => status === 429);
    // The limit applies to windows of ten seconds, so it may be reset once between the requests.
    expect(rejections.length).toBeGreaterThanOrEqual(2);
    expect(rejections[0]?.headers.get('ratelimit-policy')).toBe('"suggestions";q=3;w=10');
    expect(Number(rejections[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(await ask('/v1/search?q=a')).toMatchObject({ status: 200 });
  });
});
