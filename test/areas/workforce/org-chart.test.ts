/** The organization chart: reading, replacing and deleting it. */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { newMember } from '../../support/organization.ts';
import { lastEntry } from '../../support/people.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const url = '/v1/org-chart';
type Node = Readonly<Record<string, unknown>>;
const node = (id: string, data: object = {}): Node => ({ id, position: { x: 1.5, y: -2 }, data });
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });
const draw = ({ call }: Pick<Caller, 'call'>, nodes: readonly Node[], edges: readonly object[] = [], fields: object = {}) =>
  call('PUT', url, { body: { nodes, edges, ...fields } });
const invalid = (details: Readonly<Record<string, string>>) => ({
  status: 400,
  body: { details: Object.fromEntries(Object.entries(details).map(([field, message]) => [field, { _errors: [message] }])) },
});
const notFound = { status: 404, body: { code: 'org_chart_not_found', error: 'Org chart not found' } };

describe('getOrgChart', () => {
  test('200 returns the chart as it was drawn, including the properties of the editor (rule 2)', async () => {
    const caller = await app.caller();
    const nodes = [
      { ...node('a', { title: 'Head of Finance', memberId: null, color: { r: 1 } }), selected: false, type: 'vacancy' },
      node('b'),
    ];
    const edges = [{ ...edge('a', 'b'), type: 'step', animated: true, data: { label: 'reports to' } }];
    await draw(caller, nodes, edges);
    expect((await caller.call('GET', url)).body).toEqual({
      id: expect.stringMatching(/^och_/),
      organizationId: caller.organization.id,
      name: 'Organization Chart',
      type: 'interactive',
      nodes,
      edges,
      signedImageUrl: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: expect.any(Number),
    });
  });
  test('200 returns the current names and titles of members (rule 6)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const ada = await newMember(app.database, organization.id, ['employee'], { name: 'Ada' });
    await draw(caller, [node('a', { memberId: ada.id, name: 'Old name', title: 'Old title', department: 'it' })]);
    const nodeData = async () => (await call('GET', url)).body.nodes[0].data;
    expect(await nodeData()).toEqual({ memberId: ada.id, name: 'Ada', title: 'Old title', department: 'it' });
    await call('PATCH', `/v1/people/${ada.id}`, { body: { name: 'Ada Marsh', jobTitle: 'Engineer' } });
    expect(await nodeData()).toEqual({ memberId: ada.id, name: 'Ada Marsh', title: 'Engineer', department: 'it' });
  });
  test('304 until the chart or the name of a member changes (rule 6)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const { id } = await newMember(app.database, organization.id, ['employee'], { name: 'Ada' });
    await draw(caller, [node('a', { memberId: id })]);
    const etag = (await call('GET', url)).headers.get('etag') ?? '';
    const readAgain = () => call('GET', url, { headers: { 'If-None-Match': etag } });
    expect((await readAgain()).status).toBe(304);
    await call('PATCH', `/v1/people/${id}`, { body: { name: 'Ada Marsh' } });
    expect((await readAgain()).status).toBe(200);
  });
  test('403 without organization:read, 404 without a chart (rule 1)', async () => {
    const { call, organization } = await app.caller();
    expect(await call('GET', url)).toMatchObject(notFound);
    const { call: employee } = await app.session(organization, ['employee']);
    expect((await employee('GET', url)).status).toBe(403);
  });
});

describe('replaceOrgChart', () => {
  test('200 replaces the whole chart and keeps its id, and its name if the request omits the name (rules 1 and 8)', async () => {
    const caller = await app.caller();
    const first = await draw(caller, [node('a'), node('b')], [edge('a', 'b')], { name: ' Who is who ' });
    expect(first).toMatchObject({ status: 200, body: { name: 'Who is who' } });
    const second = await draw(caller, [node('c')]);
    expect(second.body).toMatchObject({ id: first.body.id, name: 'Who is who', nodes: [{ id: 'c' }], edges: [] });
    expect(second.body.updatedAt > first.body.updatedAt).toBe(true);
    expect(await lastEntry(app.database, caller.organization)).toMatchObject({
      entity_type: 'organization',
      entity_id: first.body.id,
      description: 'Replaced organization chart [via API key "test"]',
      data: { changes: { nodes: { previous: 2, current: 1 }, edges: { previous: 1, current: 0 } } },
    });
  });
  test('200 for concurrent requests, which store one chart (rule 1)', async () => {
    const caller = await app.caller();
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((id) => draw(caller, [node(id)])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
  test.each([
    ['no nodes', { edges: [] }, { nodes: 'is required' }],
    ['edges that are no list', { nodes: [], edges: {} }, { edges: 'must be an array' }],
    ['a node without an id', { nodes: [{}], edges: [] }, { 'nodes.0.id': 'is required' }],
    ['two nodes with one id', { nodes: [node('a'), node('a')], edges: [] }, { 'nodes.1.id': 'is the id of another node' }],
    [
      'two edges with one id',
      { nodes: [node('a')], edges: [edge('a', 'a'), edge('a', 'a')] },
      { 'edges.1.id': 'is the id of another edge' },
    ],
    [
      'an edge to unknown nodes',
      { nodes: [node('a')], edges: [edge('b', 'c')] },
      { 'edges.0.source': 'must be the id of a node', 'edges.0.target': 'must be the id of a node' },
    ],
    ['a blank name', { name: ' ', nodes: [], edges: [] }, { name: 'must not be blank' }],
  ])('400 for %s (rule 3)', async (_case, body, details) => {
    const { call } = await app.caller();
    const answer = await call('PUT', url, { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.details)).toEqual(Object.keys(details));
    expect(await call('GET', url)).toMatchObject(notFound);
  });
  test('400 for members who are unknown, deactivated or of another organization (rule 5)', async () => {
    const [caller, other] = [await app.caller(), await app.caller()];
    const deactivated = await newMember(app.database, caller.organization.id, ['employee'], { active: false });
    const message = 'must be an active member of the organization';
    const ids = [caller.organization.owner.id, deactivated.id, other.organization.owner.id, 'mem_000000000000000000000000'];
    expect(
      await draw(
        caller,
        ids.map((memberId, index) => node(`n${index}`, { memberId })),
      ),
    ).toMatchObject(invalid({ 'nodes.1.data.memberId': message, 'nodes.2.data.memberId': message, 'nodes.3.data.memberId': message }));
  });
  test('200 for 2000 nodes and 4000 edges, 400 for one more node or edge (rule 4)', async () => {
    const caller = await app.caller();
    const nodes = Array.from({ length: 2000 }, (_, index) => ({ id: `n${index}` }));
    const edges = Array.from({ length: 4000 }, (_, index) => ({ id: `e${index}`, source: 'n0', target: `n${index % 2000}` }));
    expect((await draw(caller, nodes, edges)).status).toBe(200);
    expect(await draw(caller, [...nodes, { id: 'n' }])).toMatchObject(invalid({ nodes: 'must have at most 2000 items' }));
    expect(await draw(caller, nodes, [...edges, edge('n0', 'n1')])).toMatchObject(invalid({ edges: 'must have at most 4000 items' }));
  });
  test('413 for more than 5 MiB of JSON (rule 4)', async () => {
    const caller = await app.caller();
    const chart = (length: number) => draw(caller, [node('a', { notes: 'x'.repeat(length) })]);
    expect((await chart(5 * 1024 * 1024 - 200)).status).toBe(200);
    expect((await chart(5 * 1024 * 1024)).status).toBe(413);
  });
  test('412 when the chart was changed meanwhile', async () => {
    const caller = await app.caller();
    await draw(caller, [node('a')]);
    const etag = (await caller.call('GET', url)).headers.get('etag') ?? '';
    const change = () => caller.call('PUT', url, { body: { nodes: [node('b')], edges: [] }, headers: { 'If-Match': etag } });
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(412);
  });
});

describe('a member who leaves', () => {
  test('deactivating a member in any way removes the nodes of the member and their edges (rule 7)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const [ada, ben] = [
      await newMember(app.database, organization.id, ['employee']),
      await newMember(app.database, organization.id, ['employee']),
    ];
    await draw(
      caller,
      [node('a', { memberId: ada.id }), node('b', { memberId: ben.id }), node('c'), node('d', { memberId: ada.id })],
      [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')],
    );
    const shownIds = async () => {
      const { nodes, edges } = (await call('GET', url)).body;
      return [nodes.map(({ id }: { id: string }) => id), edges.map(({ id }: { id: string }) => id)];
    };
    expect((await call('DELETE', `/v1/people/${ada.id}`)).status).toBe(204);
    expect(await shownIds()).toEqual([['b', 'c'], ['b-c']]);
    expect((await call('PATCH', `/v1/people/${ben.id}`, { body: { isActive: false } })).status).toBe(200);
    expect(await shownIds()).toEqual([['c'], []]);
  });
  test('drawing a chart while its member is deactivated never leaves the member in the chart (rules 5 and 7)', async () => {
    const caller = await app.caller();
    for (let round = 0; round < 4; round += 1) {
      const member = await newMember(app.database, caller.organization.id, ['employee']);
      const nodes = [node('a', { memberId: member.id })];
      const [drawing, deactivation] = await Promise.all([draw(caller, nodes), caller.call('DELETE', `/v1/people/${member.id}`)]);
      expect([200, 400]).toContain(drawing.status);
      expect(deactivation.status).toBe(204);
      const { status, body } = await caller.call('GET', url);
      if (status === 200) expect(body.nodes).toEqual([]);
    }
  });
});

test('204 on delete removes the chart, and 204 when repeated (rule 12)', async () => {
  const caller = await app.caller();
  const { id } = (await draw(caller, [node('a')])).body;
  for (const status of [204, 204]) expect(await caller.call('DELETE', url)).toMatchObject({ status, text: '' });
  expect(await caller.call('GET', url)).toMatchObject(notFound);
  expect(await lastEntry(app.database, caller.organization)).toMatchObject({
    entity_type: 'organization',
    entity_id: id,
    description: 'Deleted organization chart [via API key "test"]',
    data: { changes: { nodes: { previous: 1, current: null } } },
  });
});
test('412 on delete when the chart was changed meanwhile', async () => {
  const caller = await app.caller();
  await draw(caller, [node('a')]);
  expect((await caller.call('DELETE', url, { headers: { 'If-Match': '"other"' } })).status).toBe(412);
});
test('412 with If-Match when no chart exists', async () => {
  const caller = await app.caller();
  for (const request of [['DELETE', {}] as const, ['PUT', { body: { nodes: [], edges: [] } }] as const])
    expect((await caller.call(request[0], url, { ...request[1], headers: { 'If-Match': '*' } })).status).toBe(412);
  expect(await caller.call('GET', url)).toMatchObject(notFound);
});

test('404 without a chart as a problem', async () => {
  const { call } = await app.caller();
  await expectProblem(call, 'GET', url, 404);
});
