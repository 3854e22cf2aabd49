import { describe, expect, test } from 'vitest';
import { call, listenOn, startApp, testConfig } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { comment } from '../../support/comments.ts';
import { addControl } from '../../support/controls.ts';
import { newApiKey, newRole, within } from '../../support/organization.ts';
import { addPolicy, addPublished } from '../../support/policies.ts';
import { address, findIds, riskOf, search, suggestIds } from '../../support/search.ts';
import { addItem } from '../../support/task-items.ts';
import { addTask } from '../../support/tasks.ts';

const app = startApp();

describe('permissions (rules 1 and 2)', () => {
  test('200 without the records of others', async () => {
    const [mine, other] = [await app.caller(), await app.caller()];
    const id = await riskOf(other.call, { title: 'Neighbour' });
    expect(await search(mine.call, 'neighbour', '&count=true')).toEqual({
      data: [],
      nextCursor: null,
      totalCount: 0,
      facets: { type: {}, status: {} },
    });
    expect(await findIds(mine.call, id)).toEqual([]);
    expect(await suggestIds(mine.call, 'neigh')).toEqual([]);
    expect(await suggestIds(mine.call, id)).toEqual([]);
  });
  test('200 with the types that may be read, and 403 when none of the asked ones may be', async () => {
    const { call, organization } = await app.caller();
    const riskId = await riskOf(call, { title: 'Submarine' });
    const controlId = await addControl(call, { name: 'Submarine' });
    const { id: commentId } = await comment(call, riskId, { content: 'Submarine!' });
    const { id: attachmentId } = await attach(call, riskId, { fileName: 'Submarine.txt' });
    const having = async (...scopes: string[]) => {
      const { key } = await newApiKey(app.database, organization.id, { scopes });
      return (method: string, url: string) => app.call(method, url, { key });
    };
    expect((await findIds(await having('risk:read'), 'submarine')).toSorted()).toEqual([riskId, commentId].toSorted());
    expect(await findIds(await having('control:read'), 'submarine')).toEqual([controlId]);
    expect(await findIds(await having('evidence:read'), 'submarine')).toEqual([]);
    expect((await findIds(await having('evidence:read', 'risk:read'), 'submarine')).toSorted()).toEqual(
      [riskId, commentId, attachmentId].toSorted(),
    );
    expect(await search(await having('control:read'), 'submarine', '&count=true')).toMatchObject({
      totalCount: 1,
      facets: { type: { control: 1 } },
    });
    const narrow = await having('control:read');
    expect(await findIds(narrow, 'submarine', '&type=risk&type=control')).toEqual([controlId]);
    for (const path of [address('submarine', '&type=risk'), '/v1/search/suggestions?q=sub&type=attachment'])
      expect(await narrow('GET', path)).toMatchObject({ status: 403, body: { code: 'search_types_hidden' } });
    expect(await suggestIds(narrow, 'subm')).toEqual([controlId]);
  });
  test('200 with what a restricted member sees, in results, counts and suggestions, and 403 for other types', async () => {
    const { call, organization } = await app.caller();
    const { member, call: asEmployee } = await app.session(organization, ['employee']);
    const own = await riskOf(call, { title: 'Meteor', assigneeId: member.id });
    const others = await riskOf(call, { title: 'Meteor' });
    const ofOwnRisk = (await addItem(call, own, { title: 'Meteor item' })).id;
    const ofOthers = (await addItem(call, others, { title: 'Meteor item' })).id;
    const assigned = (await addItem(call, others, { title: 'Meteor item', assigneeId: member.id })).id;
    const task = (await addTask(call, { title: 'Meteor task', assigneeId: member.id })).id;
    await addTask(call, { title: 'Meteor task of others' });
    const control = await addControl(call, { name: 'Meteor control' });
    await addControl(call, { name: 'Meteor control of nobody' });
    expect(await call('POST', `/v1/controls/${control}/tasks/link`, { body: { taskIds: [task] } })).toMatchObject({ status: 200 });
    const policy = (await addPublished(call, { name: 'Meteor policy' })).id;
    const { id: seen } = await comment(call, own, { content: 'Meteor seen.' });
    await comment(call, others, { content: 'Meteor hidden.' });
    const all = [own, ofOwnRisk, assigned, task, control, policy, seen].toSorted();
    expect((await findIds(asEmployee, 'meteor')).toSorted()).toEqual(all);
    expect(await search(asEmployee, 'meteor', '&count=true')).toMatchObject({
      totalCount: all.length,
      facets: { type: { risk: 1, task_item: 2, task: 1, control: 1 } },
    });
    expect(await findIds(asEmployee, others)).toEqual([]);
    expect(await suggestIds(asEmployee, 'meteor item')).not.toContain(ofOthers);
    expect((await suggestIds(asEmployee, 'meteor item')).toSorted()).toEqual([ofOwnRisk, assigned].toSorted());
    for (const type of ['person', 'framework', 'attachment'])
      expect(await asEmployee('GET', address('meteor', `&type=${type}`))).toMatchObject({ status: 403 });
  });
  test('200 without policies of other departments, nor comments on them, for whoever is no owner, admin or auditor', async () => {
    const { call, organization } = await app.caller();
    const id = await addPolicy(call, { name: 'Comet policy' }).then((made) => made.id ?? made);
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
  test('200 with titles and ids that begin so, first those that begin with the query', async () => {
    const { call } = await app.caller();
    const begins = await riskOf(call, { title: 'Accès lost', description: 'Nothing.' });
    const has = await riskOf(call, { title: 'Lost access', description: 'Nothing.' });
    const described = await riskOf(call, { title: 'Other', description: 'Access.' });
    expect(await suggestIds(call, 'acc')).toEqual([begins, has]);
    expect(await suggestIds(call, 'los acc')).toEqual([has, begins]);
    expect(await suggestIds(call, 'ess')).toEqual([]);
    expect(await suggestIds(call, described)).toEqual([described]);
    expect(await suggestIds(call, described.slice(0, -1))).toContain(described);
    expect(await suggestIds(call, 'acc', '&limit=1')).toEqual([begins]);
    expect(await suggestIds(call, 'acc', '&type=task')).toEqual([]);
    expect(await suggestIds(call, '!!')).toEqual([]);
  });
  test('429 beyond the limit of its own, also where there is no other one', async () => {
    const { base } = await listenOn(app.database, testConfig({ SUGGESTION_RATE_LIMIT: '3' }));
    const { organization } = await app.caller();
    const ask = (path: string) => call(base, 'GET', path, { key: organization.key });
    const answers = [];
    for (let n = 0; n < 8; n += 1) answers.push(await ask('/v1/search/suggestions?q=a'));
    const refused = answers.filter(({ status }) => status === 429);
    // Ten seconds may end in between, once.
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"suggestions";q=3;w=10');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(await ask('/v1/search?q=a')).toMatchObject({ status: 200 });
  });
});
