/** Findings about policies that only some departments may read are hidden from other members (findings, rule 15). */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { addControl } from '../../support/controls.ts';
import { contents, raise } from '../../support/findings.ts';
import { addCustom, addRequirement } from '../../support/frameworks.ts';
import { newRole, within } from '../../support/organization.ts';
import { addPolicy } from '../../support/policies.ts';
import { findIds } from '../../support/search.ts';

const app = startApp();

/** Creates a policy that only HR may read, a finding about this policy with a comment and a file, and a reader of another department. */
async function withHidden() {
  const caller = await app.callerForEverything();
  const { call, organization } = caller;
  const policyId = await addPolicy(call, { name: 'Albatross policy', visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] }).then(
    (createdPolicy) => createdPolicy.id ?? createdPolicy,
  );
  const finding = await raise(call, { policyId, content: 'The albatross is too generous.' });
  const other = await raise(call, { area: 'people', content: 'An albatross was seen.' });
  const subject = { entityType: 'finding', entityId: finding.id, userId: organization.owner.userId };
  const comment = await call('POST', '/v1/comments', { body: { ...subject, content: 'Which albatross?' } });
  expect(comment, comment.text).toMatchObject({ status: 201 });
  const file = await attach(call, comment.body.id, { entityType: 'comment', fileName: 'Albatross.txt' });
  const role = await newRole(app.database, organization.id, [
    ...[
      'finding:read',
      'finding:create',
      'finding:update',
      'finding:delete',
      'policy:read',
      'policy:update',
      'evidence:read',
      'framework:read',
    ],
    ...['audit:read', 'control:read'],
  ]);
  const { member, call: asReader } = await app.session(organization, [role]);
  return { ...caller, policyId, finding, other, comment: comment.body, file, member, asReader };
}
const setDepartment = ({ id }: { readonly id: string }, department: string) =>
  app.database.system.updateTable('member').set({ department }).where('id', '=', id).execute();
const overview = async (call: Caller['call']) => (await call('GET', '/v1/frameworks/scores')).body;

test('404 for a hidden finding, its history, its comments and their files, and for a new finding about the policy', async () => {
  const { asReader, finding, policyId, comment, file, member } = await withHidden();
  const findingUrl = `/v1/findings/${finding.id}`;
  const requests: readonly (readonly [method: string, url: string, code: string, body?: object])[] = [
    ['GET', findingUrl, 'finding_not_found'],
    ['GET', `${findingUrl}/history`, 'finding_not_found'],
    ['PATCH', findingUrl, 'finding_not_found', { status: 'ready_for_review' }],
    ['DELETE', findingUrl, 'finding_not_found'],
    ['POST', '/v1/findings', 'policy_not_found', { policyId, content: 'Another one.' }],
    ['GET', `/v1/comments?entityType=finding&entityId=${finding.id}`, 'finding_not_found'],
    ['POST', '/v1/comments', 'finding_not_found', { entityType: 'finding', entityId: finding.id, content: 'Mine.' }],
    ['PUT', `/v1/comments/${comment.id}`, 'comment_not_found', { content: 'Mine.' }],
    ['DELETE', `/v1/comments/${comment.id}`, 'comment_not_found'],
    ['GET', `/v1/attachments/${file.id}`, 'attachment_not_found'],
  ];
  for (const [method, url, code, body] of requests) {
    const answer = await asReader(method, url, body && { body });
    expect(answer, `${method} ${url}: ${answer.text}`).toMatchObject({ status: 404, body: { code } });
  }
  await setDepartment(member, 'hr');
  for (const url of [findingUrl, `${findingUrl}/history`, `/v1/comments?entityType=finding&entityId=${finding.id}`])
    expect(await asReader('GET', url), url).toMatchObject({ status: 200 });
});

test('404 for a policy that was never published, its comments and its findings, as for a policy that does not exist', async () => {
  const { call, organization, asReader: asOtherReader } = await withHidden();
  const { id: draft } = await addPolicy(call, { name: 'Draft policy' });
  const finding = await raise(call, { policyId: draft, content: 'The draft is too long.' });
  const role = await newRole(app.database, organization.id, ['finding:read', 'finding:create', 'policy:read', 'evidence:read']);
  const { call: asReader } = await app.session(organization, [role]);
  const requestsFor = (policyId: string, findingId: string): readonly (readonly [method: string, url: string, body?: object])[] => [
    ['GET', `/v1/policies/${policyId}`],
    ['GET', `/v1/comments?entityType=policy&entityId=${policyId}`],
    ['GET', `/v1/findings/${findingId}`],
    ['GET', `/v1/comments?entityType=finding&entityId=${findingId}`],
    ['POST', '/v1/findings', { policyId, content: 'Another one.' }],
  ];
  const unknownRequests = requestsFor(newId('pol'), newId('fnd'));
  for (const [index, [method, url, body]] of requestsFor(draft, finding.id).entries()) {
    const [, otherUrl = '', otherBody] = unknownRequests[index] ?? [];
    const [hidden, missing] = [
      await asReader(method, url, body && { body }),
      await asReader(method, otherUrl, otherBody && { body: otherBody }),
    ];
    expect(hidden, `${method} ${url}`).toMatchObject({ status: 404, body: missing.body });
  }
  expect(await asOtherReader('GET', `/v1/comments?entityType=policy&entityId=${draft}`)).toMatchObject({ status: 200 });
});

test('200 omits hidden findings from lists, searches and the overview for a member who may not read the policy', async () => {
  const { call, asReader, finding, other, comment, file, member, policyId } = await withHidden();
  const allIds = [finding, other, comment, file].map(({ id }) => id);
  expect(await contents(asReader)).toEqual([other.content]);
  expect(await contents(asReader, `?policyId=${policyId}`)).toEqual([]);
  expect((await asReader('GET', '/v1/findings?count=true')).body.totalCount).toBe(1);
  expect(await findIds(asReader, 'albatross')).toEqual([other.id]);
  const visibleOverview = await overview(asReader);
  expect(visibleOverview.findings).toMatchObject([{ id: other.id }]);
  expect(visibleOverview.policies).toMatchObject({ total: 0, draftPolicies: [], unpublishedPolicies: [] });
  expect((await findIds(call, 'albatross')).toSorted()).toEqual([...allIds, policyId].toSorted());
  expect((await overview(call)).policies.draftPolicies).toHaveLength(1);
  await setDepartment(member, 'hr');
  expect((await findIds(asReader, 'albatross')).toSorted()).toEqual([...allIds, policyId].toSorted());
  expect((await overview(asReader)).findings).toHaveLength(2);
  expect(await contents(asReader)).toHaveLength(2);
});

test('200 with the controls of a framework, without policies that the caller may not read (frameworks, rule 2)', async () => {
  const { call, asReader, organization, policyId } = await withHidden();
  const { id } = await addCustom(call);
  const requirement = await addRequirement(call, id, 'R1');
  const control = await addControl(call, { name: 'Fence' });
  const frameworkUrl = `/v1/frameworks/${id}`;
  expect(
    await call('POST', `${frameworkUrl}/requirements/${requirement}/controls/link`, { body: { controlIds: [control] } }),
  ).toMatchObject({
    status: 200,
  });
  await within(app.database, organization.id, (db) =>
    db
      .insertInto('framework_control_policy')
      .values({ id: newId('fpl'), framework_instance_id: id, control_id: control, policy_id: policyId })
      .execute(),
  );
  const countPolicies = async (ask: Caller['call']) => {
    const [listed, requirementDetail] = [
      await ask('GET', `${frameworkUrl}/controls`),
      await ask('GET', `${frameworkUrl}/requirements/${requirement}`),
    ];
    return [listed.body.data[0].policies, requirementDetail.body.relatedControls[0].control.policies].map((list) => list.length);
  };
  expect(await countPolicies(call)).toEqual([1, 1]);
  expect(await countPolicies(asReader)).toEqual([0, 0]);
});
