/** ETag, If-None-Match and If-Match for every record of the contract and the operations that change a record. */
import { expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { withoutIfMatch } from '../../scripts/check-spec/if-match.ts';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { people } from '../support/integrations.ts';
import { newAccount, newApiKey } from '../support/organization.ts';
import { createRecords } from '../support/records.ts';

const app = startApp();
const connection = { providerSlug: 'csv-people', credentials: { csv: people } };
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
async function withRisk() {
  const caller = await app.callerForEverything();
  const {
    body: {
      data: { id },
    },
  } = await caller.call('POST', '/v1/risks', { body: risk });
  const path = `/v1/risks/${id}`;
  const etag = (await caller.call('GET', path)).headers.get('etag') ?? '';
  return { ...caller, path, etag };
}

test('200 has an ETag that stays the same until the record changes, and 304 when the client sends that ETag', async () => {
  const { call, path, etag } = await withRisk();
  expect(etag).toMatch(/^"1\.[\w-]{22}"$/);
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const repeated = await call('GET', path, { headers: { 'If-None-Match': ifNoneMatch } });
    expect(repeated).toMatchObject({ status: 304, text: '' });
    expect(repeated.headers.get('etag')).toBe(etag);
  }
  expect(await call('HEAD', path, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304 });
  expect(await call('GET', path, { headers: { 'If-None-Match': '"other"' } })).toMatchObject({ status: 200 });
});
test('200 of a change has the same ETag as the next GET', async () => {
  const { call, path, etag } = await withRisk();
  const changed = await call('PATCH', path, { body: { impact: 3 }, headers: { 'If-Match': etag } });
  expect(changed.status).toBe(200);
  const nextEtag = (await call('GET', path)).headers.get('etag');
  expect(nextEtag).not.toBe(etag);
  expect(changed.headers.get('etag')).toBe(nextEtag);
});
test('412 once the record has changed, without any effect', async () => {
  const { call, path, etag } = await withRisk();
  await call('PATCH', path, { body: { impact: 3 } });
  const stale = { headers: { 'If-Match': etag } };
  expect(await call('PATCH', path, { body: { impact: 9 }, ...stale })).toMatchObject({
    status: 412,
    body: { success: false, error: 'The record has changed', code: 'record_changed', version: 2, updatedAt: expect.any(String) },
  });
  expect(await call('DELETE', path, stale)).toMatchObject({ status: 412 });
  expect(await call('PATCH', path, { body: { impact: 9 }, headers: { 'If-Match': `W/${etag}` } })).toMatchObject({ status: 412 });
  expect((await call('GET', path)).body.data.impact).toBe(3);
  expect(await call('DELETE', path, { headers: { 'If-Match': '*' } })).toMatchObject({ status: 200 });
});
test('412 says nothing about the record to a caller who may not read it', async () => {
  const { organization, path } = await withRisk();
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['risk:delete'], created_by_member_id: organization.owner.id });
  const answer = await app.call('DELETE', path, { key, headers: { 'If-Match': '"0"' } });
  expect([answer.status, answer.body]).toEqual([412, { success: false, error: 'The record has changed', code: 'record_changed' }]);
});
test('200 with only the version, as lists have it, and 412 with a former one', async () => {
  const { call, path } = await withRisk();
  const change = (ifMatch: string) => call('PATCH', path, { body: { impact: 3 }, headers: { 'If-Match': ifMatch } });
  expect((await call('GET', '/v1/risks')).body.data).toMatchObject([{ version: 1 }]);
  expect(await change('"1"')).toMatchObject({ status: 200, body: { data: { version: 2 } } });
  for (const former of ['"1"', '1', '"1.anything"', 'W/"2"', '"02"']) expect(await change(former), former).toMatchObject({ status: 412 });
  expect(await change('"1", "2"')).toMatchObject({ status: 200, body: { data: { version: 3 } } });
});
test('200 after a change of an embedded record, which changes the ETag and not the version', async () => {
  const { call, path, etag } = await withRisk();
  const { id } = (await call('POST', '/v1/controls', { body: { name: 'Locks', description: 'Doors are locked.' } })).body;
  expect(await call('PUT', `${path}/controls`, { body: { controlIds: [id] } })).toMatchObject({ status: 200 });
  const linked = (await call('GET', path)).headers.get('etag') ?? '';
  expect(await call('PATCH', `/v1/controls/${id}`, { body: { name: 'Strong locks' } })).toMatchObject({ status: 200 });
  const renamed = await call('GET', path, { headers: { 'If-None-Match': linked } });
  expect(renamed).toMatchObject({ status: 200, body: { data: { version: Number(/\d+/.exec(linked)?.[0]) } } });
  expect(renamed.headers.get('etag')).not.toBe(linked);
  expect(etag).not.toBe(linked);
  expect(await call('PATCH', path, { body: { impact: 3 }, headers: { 'If-Match': linked } })).toMatchObject({ status: 200 });
});
test('412 for a GET when If-Match does not match, checked before 304', async () => {
  const { call, path, etag } = await withRisk();
  expect(await call('GET', path, { headers: { 'If-Match': etag } })).toMatchObject({ status: 200 });
  expect(await call('GET', path, { headers: { 'If-Match': '*' } })).toMatchObject({ status: 200 });
  expect(await call('GET', path, { headers: { 'If-Match': '"other"', 'If-None-Match': etag } })).toMatchObject({ status: 412 });
  expect(await call('GET', path, { headers: { 'If-Match': `W/${etag}` } })).toMatchObject({ status: 412 });
});
test('412 for a change when If-None-Match matches, without any effect', async () => {
  const { call, path, etag } = await withRisk();
  for (const ifNoneMatch of ['*', etag, `W/${etag}`]) {
    const headers = { 'If-None-Match': ifNoneMatch };
    expect(await call('PATCH', path, { body: { impact: 9 }, headers })).toMatchObject({ status: 412 });
    expect(await call('DELETE', path, { headers })).toMatchObject({ status: 412 });
  }
  expect((await call('GET', path)).body.data.impact).toBe(0);
  expect(await call('PATCH', path, { body: { impact: 9 }, headers: { 'If-None-Match': '"other"' } })).toMatchObject({ status: 200 });
});
test('404 before 412 for a record that does not exist', async () => {
  const { call, path, etag } = await withRisk();
  await call('DELETE', path);
  expect(await call('PATCH', path, { body: { impact: 9 }, headers: { 'If-Match': etag } })).toMatchObject({ status: 404 });
});
test('one of 20 concurrent changes with the same If-Match succeeds, and no update is lost', async () => {
  const { call, path, etag } = await withRisk();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => call('PATCH', path, { body: { title: `Title ${n}` }, headers: { 'If-Match': etag } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  const winner = answers.find(({ status }) => status === 200);
  expect((await call('GET', path)).body.data.title).toBe(winner?.body.data.title);
});
test('every operation that reads one record returns an ETag, and every change accepts If-Match or has a reason not to', () => {
  for (const [id, operation] of Object.entries(operations))
    if (operation.method === 'get' && 'record' in operation && operation.record === operation.path)
      expect(operation, id).toHaveProperty('etag', true);
  const unconditional = contract.filter(
    ({ method, parameters }) => !['GET', 'POST'].includes(method) && !parameters.some(({ name }) => name === 'If-Match'),
  );
  expect(unconditional.map(({ id }) => id).sort()).toEqual(Object.keys(withoutIfMatch).sort());
});
test('412 comes after 404: a change of a record that does not exist has the same answer with and without If-Match', async () => {
  const { inPerson } = await app.callerForEverything();
  const conditional = contract.filter(
    ({ template, parameters }) => template.includes('{') && parameters.some(({ name }) => name === 'If-Match'),
  );
  for (const { id, method, path, bodies } of conditional) {
    const ask = (headers: Readonly<Record<string, string>>) => inPerson(method, path, { body: bodies[0], headers });
    const conditionalAnswer = await ask({ 'If-Match': '"1000000"' });
    if (conditionalAnswer.status === 412) expect(await ask({}), id).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
    else expect([id, conditionalAnswer.status]).toEqual([id, (await ask({})).status]);
  }
});
test('412 comes after 403: only the author of a comment learns that it has changed', async () => {
  const { call, organization, path } = await withRisk();
  const entity = { entityType: 'risk', entityId: path.slice('/v1/risks/'.length) };
  const comment = await call('POST', '/v1/comments', { body: { content: 'Locked since Monday.', ...entity } });
  const other = await app.session(organization, ['admin']);
  for (const method of ['PUT', 'DELETE'])
    for (const headers of [{ 'If-Match': '"1000000"' }, { 'If-None-Match': '*' }] as const) {
      const body = method === 'PUT' ? { content: 'Locked since Tuesday.' } : undefined;
      const answer = await other.call(method, `/v1/comments/${comment.body.id}`, { body, headers });
      expect(answer, answer.text).toMatchObject({ status: 403 });
    }
});
test('201 has the same ETag as a GET of the new record, if the contract declares an ETag', async () => {
  const { call, inPerson } = await app.callerForEverything();
  const etagsByPath: Record<string, readonly [string | null, string | null]> = {};
  const recordEtags =
    (ask: typeof call): typeof call =>
    async (method, path, options) => {
      const answer = await ask(method, path, options);
      if (method === 'POST' && answer.status === 201 && answer.headers.has('etag'))
        etagsByPath[path] = [answer.headers.get('etag'), (await ask('GET', answer.headers.get('location') ?? '')).headers.get('etag')];
      return answer;
    };
  const recordingCall = recordEtags(call);
  await createRecords({ call: recordingCall, inPerson: recordEtags(inPerson) });
  // A member needs an account.
  await recordingCall('POST', '/v1/people', { body: { userId: await newAccount(app.database), role: 'employee' } });
  const declared = contract.filter(({ responses }) => responses.some(({ status, answer }) => status === 201 && answer.headers?.ETag));
  const templateOf = (path: string) =>
    declared.find(({ template }) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))?.template ?? path;
  expect([...new Set(Object.keys(etagsByPath).map(templateOf))].sort()).toEqual(declared.map(({ template }) => template).sort());
  for (const [path, [createdEtag, readEtag]] of Object.entries(etagsByPath)) {
    // A penetration test begins in the background immediately, and may have changed before it is read.
    if (path !== '/v1/security-penetration-tests') expect(createdEtag, path).toBe(readEtag);
  }
});
test('200 of an action has the same ETag as a GET of its record', async () => {
  const { call } = await app.callerForEverything();
  const { id } = (await call('POST', '/v1/integrations/connections', { body: connection })).body;
  const actions = [
    ['PUT', '/v1/trust-portal/settings/toggle', { enabled: true }, '/v1/trust-portal/settings'],
    ['POST', `/v1/integrations/connections/${id}/pause`, undefined, `/v1/integrations/connections/${id}`],
  ] as const;
  for (const [method, path, body, record] of actions) {
    const answer = await call(method, path, { body });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    expect(answer.headers.get('etag'), path).toBe((await call('GET', record)).headers.get('etag'));
  }
});
