/** Creating or updating many records by their external ids, which works in the same way for controls, risks and vendors. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { outcomesOf, upsert, fieldError } from '../support/bulk.ts';
import { newApiKey, newMember, within } from '../support/organization.ts';

const app = startApp();
const noParticipant = 'must be an active member who takes part in compliance work';

const areas = {
  controls: { name: 'name', owner: 'ownerId', table: 'control', body: { description: 'Backups are tested.' } },
  risks: { name: 'title', owner: 'assigneeId', table: 'risk', body: { description: 'A laptop is lost.', category: 'technology' } },
  vendors: { name: 'name', owner: 'assigneeId', table: 'vendor', body: { description: 'Hosts the systems.' } },
} as const;
type Area = keyof typeof areas;

const row = (area: Area, externalId: string, name: string, more: object = {}) => ({
  externalId,
  [areas[area].name]: name,
  ...areas[area].body,
  ...more,
});
const entriesOf = (organizationId: string) =>
  within(app.database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_id', 'description', 'data']).orderBy('sequence').execute(),
  );

describe.each(['controls', 'risks', 'vendors'] as const)('upsert of %s', (area) => {
  const { name, owner } = areas[area];
  const recordOf = async (call: Awaited<ReturnType<typeof app.caller>>['call'], id: string) => {
    const { body } = await call('GET', `/v1/${area}/${id}`);
    return area === 'risks' ? body.data : body;
  };

  test('200 creates, updates, keeps or rejects each row on its own, with one audit entry for each change', async () => {
    const { call, organization } = await app.caller();
    const first = await upsert(call, area, [row(area, ' A-1 ', ' One '), row(area, 'A-2', 'Two')]);
    expect(first.summary).toEqual({ total: 2, createdCount: 2, updatedCount: 0, unchangedCount: 0, refusedCount: 0 });
    const [one, two] = first.results;
    expect(one).toEqual({ index: 0, externalId: 'A-1', outcome: 'created', id: expect.any(String) });
    expect(await recordOf(call, one.id)).toMatchObject({ externalId: 'A-1', [name]: 'One' });
    const before = await entriesOf(organization.id);
    expect(before.slice(-2).map(({ entity_id }) => entity_id)).toEqual([one.id, two.id]);

    const second = await upsert(call, area, [
      row(area, 'A-1', 'One'),
      row(area, 'A-2', 'Second'),
      row(area, 'A-3', 'Three', { [owner]: 'mem_000000000000000000000000' }),
      row(area, 'A-4', 'Four'),
      row(area, 'A-1', 'Again'),
    ]);
    expect(outcomesOf(second)).toEqual([
      'unchanged',
      'updated',
      fieldError(owner, noParticipant),
      'created',
      fieldError('externalId', 'must not be repeated in the request'),
    ]);
    expect(second.results[2]).toMatchObject({ id: null, code: 'validation_failed', error: 'Validation failed' });
    expect(second.summary).toEqual({ total: 5, createdCount: 1, updatedCount: 1, unchangedCount: 1, refusedCount: 2 });
    expect(await recordOf(call, two.id)).toMatchObject({ externalId: 'A-2', [name]: 'Second' });
    const entries = (await entriesOf(organization.id)).slice(before.length);
    const described = entries.map(({ entity_id, data }) => [entity_id, Object.keys(JSON.parse(JSON.stringify(data)).changes)]);
    expect(described).toHaveLength(2);
    expect(described).toContainEqual([two.id, [name]]);
    expect(described.map(([id]) => id)).toContain(second.results[3].id);
  });

  test('200 writes nothing for a repeated request, not even a new time or ETag; after a change, 412 for the earlier ETag', async () => {
    const { call, organization } = await app.caller();
    const ada = await newMember(app.database, organization.id, ['admin']);
    const rows = [row(area, 'A-1', 'One', { [owner]: ada.id }), row(area, 'A-2', 'Two')];
    const { results } = await upsert(call, area, rows);
    const read = () => call('GET', `/v1/${area}/${results[0].id}`);
    const [before, entries] = [await read(), await entriesOf(organization.id)];
    expect(outcomesOf(await upsert(call, area, rows))).toEqual(['unchanged', 'unchanged']);
    const after = await read();
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await entriesOf(organization.id)).toEqual(entries);
    await upsert(call, area, [row(area, 'A-1', 'Uno')]);
    const changed = await read();
    expect(changed.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const [etag, field] = [before.headers.get('etag') ?? '', { description: 'Late' }];
    const staleUpdate = await call('PATCH', `/v1/${area}/${results[0].id}`, { headers: { 'If-Match': etag }, body: field });
    expect(staleUpdate.status).toBe(412);
  });

  test('200 for a dry run reports the same outcomes and writes nothing', async () => {
    const { call, organization } = await app.caller();
    const { results } = await upsert(call, area, [row(area, 'A-1', 'One')]);
    const entries = await entriesOf(organization.id);
    const rows = [row(area, 'A-1', 'Uno'), row(area, 'A-2', 'Two'), row(area, 'A-3', 'Three', { [owner]: 'mem_unknown' })];
    const dryRun = await upsert(call, area, rows, '?dryRun=true');
    expect(outcomesOf(dryRun)).toEqual(['updated', 'created', fieldError(owner, noParticipant)]);
    expect(dryRun.results.map(({ id }: { id: string | null }) => id)).toEqual([results[0].id, null, null]);
    expect(await entriesOf(organization.id)).toEqual(entries);
    expect(await recordOf(call, results[0].id)).toMatchObject({ [name]: 'One' });
    expect(outcomesOf(await upsert(call, area, rows))).toEqual(outcomesOf(dryRun));
  });

  test('200 neither updates records of other organizations nor accepts their members as owners', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const theirs = await upsert(other.call, area, [row(area, 'A-1', 'Theirs')]);
    const mine = await upsert(call, area, [row(area, 'A-1', 'Mine'), row(area, 'A-2', 'Two', { [owner]: other.organization.owner.id })]);
    expect(outcomesOf(mine)).toEqual(['created', fieldError(owner, noParticipant)]);
    expect(await recordOf(other.call, theirs.results[0].id)).toMatchObject({ [name]: 'Theirs' });
  });

  test('403 with only the permission to create or only the permission to update, and for a restricted member', async () => {
    const { organization } = await app.caller();
    const resource = area.slice(0, -1);
    const body = { rows: [row(area, 'A-1', 'One')] };
    for (const scope of ['create', 'update']) {
      const { key } = await newApiKey(app.database, organization.id, {
        scopes: [`${resource}:${scope}`, `${resource}:read`],
        created_by_member_id: organization.owner.id,
      });
      expect((await app.call('PUT', `/v1/${area}/bulk`, { key, body })).status).toBe(403);
    }
    const employee = await app.session(organization, ['employee']);
    expect((await employee.call('PUT', `/v1/${area}/bulk`, { body })).status).toBe(403);
  });

  test('400 for a body that does not match its schema, with the path of each error; nothing is written', async () => {
    const { call } = await app.caller();
    const put = (rows: readonly object[]) => call('PUT', `/v1/${area}/bulk`, { body: { rows } });
    expect(await put([])).toMatchObject({ status: 400, body: { details: fieldError('rows', 'must have at least 1 item') } });
    const many = Array.from({ length: 1001 }, (_, index) => row(area, `A-${index}`, 'x'));
    expect(await put(many)).toMatchObject({ status: 400, body: { details: { rows: expect.anything() } } });
    const answer = await put([row(area, 'A-1', 'One'), row(area, ' ', 'Two'), row(area, 'A-3', 'Three', { nonsense: 1 })]);
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { 'rows.1.externalId': expect.anything(), 'rows.2.nonsense': expect.anything() } },
    });
    expect(outcomesOf(await upsert(call, area, [row(area, 'A-1', 'One')]))).toEqual(['created']);
  });

  test('409 for an external id that another record has, until that record sets its external id to null', async () => {
    const { call } = await app.caller();
    const { results } = await upsert(call, area, [row(area, 'A-1', 'One'), row(area, 'A-2', 'Two')]);
    const idTaken = { status: 409, body: { success: false, error: 'Another record has this external id' } };
    const { externalId: _, ...fields } = row(area, '', 'Three');
    expect(await call('POST', `/v1/${area}`, { body: { ...fields, externalId: ' A-1 ' } })).toMatchObject(idTaken);
    const patch = (body: object) => call('PATCH', `/v1/${area}/${results[1].id}`, { body });
    expect(await patch({ externalId: 'A-1' })).toMatchObject(idTaken);
    expect(await patch({ externalId: null })).toMatchObject({ status: 200 });
    const created = await call('POST', `/v1/${area}`, { body: { ...fields, externalId: ' A-2 ' } });
    expect(created.status, created.text).toBe(201);
    const { id } = area === 'risks' ? created.body.data : created.body;
    expect(await recordOf(call, id)).toMatchObject({ externalId: 'A-2' });
  });

  test('400 for a null character in an external id, no server error for a lone surrogate, and __proto__ is an ordinary id', async () => {
    const { call } = await app.caller();
    const withNull = await call('PUT', `/v1/${area}/bulk`, { body: { rows: [row(area, 'A\u0000', 'One')] } });
    expect(withNull.status).toBe(400);
    const surrogates = await call('PUT', `/v1/${area}/bulk`, { body: { rows: [row(area, '\ud800', 'One'), row(area, '\ud801', 'Two')] } });
    expect([200, 400]).toContain(surrogates.status);
    expect(outcomesOf(await upsert(call, area, [row(area, '__proto__', '__proto__'), row(area, 'constructor', 'x')]))).toEqual([
      'created',
      'created',
    ]);
  });

  test('two concurrent requests create each record once', async () => {
    const { call } = await app.caller();
    const rows = Array.from({ length: 40 }, (_, index) => row(area, `A-${index}`, `Record ${index}`));
    const answers = await Promise.all([upsert(call, area, rows), upsert(call, area, rows.toReversed())]);
    const ids = answers.map(({ results }) => new Set(results.map(({ id }: { id: string }) => id)));
    expect(ids[0]).toEqual(ids[1]);
    expect(answers.map(({ summary }) => summary.createdCount).toSorted()).toEqual([0, 40]);
    expect(answers.map(({ summary }) => summary.unchangedCount).toSorted()).toEqual([0, 40]);
  });
});

describe('upsertControls', () => {
  test('200 adds the links in a row, keeps earlier links, and rejects rows with unknown records', async () => {
    const { call } = await app.caller();
    const addTask = async (title: string) => (await call('POST', '/v1/tasks', { body: { title, description: 'x' } })).body.id;
    const [first, second] = [await addTask('First'), await addTask('Second')];
    const [created] = (await upsert(call, 'controls', [row('controls', 'A-1', 'One', { taskIds: [first], documentTypes: ['meeting'] })]))
      .results;
    const repeated = await upsert(call, 'controls', [
      row('controls', 'A-1', 'One', { taskIds: [first] }),
      row('controls', 'A-2', 'Two', { taskIds: ['tsk_unknown'], policyIds: ['pol_unknown'] }),
      row('controls', 'A-3', 'Three', { requirementMappings: [{ frameworkInstanceId: 'frm_unknown', requirementId: 'frk_rq_x' }] }),
    ]);
    expect(outcomesOf(repeated)).toEqual([
      'unchanged',
      {
        ...fieldError('policyIds.0', 'must be a policy of the organization that is not archived'),
        ...fieldError('taskIds.0', 'must be a task of the organization that is not archived'),
      },
      fieldError('requirementMappings.0.frameworkInstanceId', 'must be an adopted framework of the organization'),
    ]);
    expect(outcomesOf(await upsert(call, 'controls', [row('controls', 'A-1', 'One', { taskIds: [second] })]))).toEqual(['updated']);
    const { body } = await call('GET', `/v1/controls/${created.id}`);
    expect(body.tasks.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second']);
    expect(body.controlDocumentTypes).toMatchObject([{ formType: 'meeting' }]);
  });

  test('200 maps a control to custom frameworks as a single creation does, and accepts a date without a time', async () => {
    const { call } = await app.caller();
    const instance = (await call('POST', '/v1/frameworks/custom', { body: { name: 'Annex', description: 'x' } })).body;
    const requirement = await call('POST', `/v1/frameworks/${instance.id}/requirements`, {
      body: { name: 'Backups', identifier: 'B-1', description: 'x' },
    });
    const task = (await call('POST', '/v1/tasks', { body: { title: 'Restore', description: 'x' } })).body.id;
    const controlRow = row('controls', 'A-1', 'One', {
      taskIds: [task],
      nextReviewDate: '2027-01-31',
      requirementMappings: [{ frameworkInstanceId: instance.id, customRequirementId: requirement.body.id }],
    });
    const [{ id }] = (await upsert(call, 'controls', [controlRow])).results;
    const { body } = await call('GET', `/v1/controls/${id}?frameworkInstanceId=${instance.id}`);
    expect(body).toMatchObject({ nextReviewDate: '2027-01-31T00:00:00.000Z', tasks: [{ title: 'Restore' }], requirementsMapped: [{}] });
    expect(outcomesOf(await upsert(call, 'controls', [controlRow]))).toEqual(['unchanged']);
  });
});

describe('upsertRisks', () => {
  test('200 keeps the text of each treatment type, and reports unchanged for the stored treatment', async () => {
    const { call } = await app.caller();
    const send = (treatmentStrategy: object) => upsert(call, 'risks', [row('risks', 'R-1', 'Theft', { treatmentStrategy })]);
    const [{ id }] = (await send({ type: 'mitigate', description: 'Lock it.' })).results;
    expect(outcomesOf(await send({ type: 'mitigate', description: 'Lock it.' }))).toEqual(['unchanged']);
    expect(outcomesOf(await send({ type: 'accept', description: 'It is cheap.' }))).toEqual(['updated']);
    expect(outcomesOf(await send({ type: 'accept' }))).toEqual(['unchanged']);
    expect(outcomesOf(await send({ type: 'mitigate' }))).toEqual(['updated']);
    const { body } = await call('GET', `/v1/risks/${id}`);
    expect(body.data).toMatchObject({ treatmentStrategy: { type: 'mitigate', description: 'Lock it.' }, status: 'open', probability: 0 });
  });
});

describe('upsertVendors', () => {
  test('200 assesses new vendors, and rejects an invalid website', async () => {
    const { call } = await app.caller();
    const answer = await upsert(call, 'vendors', [
      row('vendors', 'V-1', 'Harbour', { website: 'https://harbour.example.com' }),
      row('vendors', 'V-3', 'Quay'),
    ]);
    expect(outcomesOf(answer)).toEqual(['created', 'created']);
    const [harbour, quay] = answer.results;
    expect((await call('GET', `/v1/vendors/${harbour.id}/assessments`)).body.data).toHaveLength(1);
    expect((await call('GET', `/v1/vendors/${quay.id}`)).body).toMatchObject({ status: 'assessed' });
    expect(outcomesOf(await upsert(call, 'vendors', [row('vendors', 'V-4', 'Pier', { website: 'http://[' })]))).toEqual([
      fieldError('website', 'must be an address that begins with http:// or https://'),
    ]);
  });
});
