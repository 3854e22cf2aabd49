/** Linked tasks, contacts, acceptances and deletion of vendors. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { notFound } from '../../support/controls.ts';
import { newMember, newOrganization } from '../../support/organization.ts';
import { asProblem, expectProblem } from '../../support/refusals.ts';
import { invalid } from '../../support/risks.ts';
import { waitForWork } from '../../support/runs.ts';
import { addTask } from '../../support/tasks.ts';
import { addAssessed, addVendor, read, vendor } from '../../support/vendors.ts';

const app = startApp();
const vendorNotFound = notFound('Vendor');

describe('linked tasks', () => {
  test('200 replaces the linked tasks, repeating changes nothing; 400 for an unknown task (rules 15 and 20)', async () => {
    const { call } = await app.caller();
    const stranger = await app.caller();
    const otherTask = await addTask(stranger.call);
    const { id } = await addVendor(call);
    const [first, second] = [await addTask(call, { title: 'One' }), await addTask(call, { title: 'Two', vendorId: id })];
    const setTasks = (taskIds: unknown) => call('PUT', `/v1/vendors/${id}/tasks`, { body: { taskIds } });
    expect((await read(call, id)).tasks).toEqual([{ id: second.id, title: 'Two', status: 'todo', controls: [] }]);
    const answer = { vendorId: id, taskIds: [first.id, second.id] };
    expect(await setTasks([first.id, second.id])).toMatchObject({ status: 200, body: { ...answer, linked: 1, unlinked: 0 } });
    expect(await setTasks([first.id, second.id])).toMatchObject({ status: 200, body: { ...answer, linked: 0, unlinked: 0 } });
    expect((await call('GET', '/v1/vendors')).body.data).toMatchObject([{ taskCount: 2 }]);
    expect(await setTasks([first.id, otherTask.id])).toMatchObject(
      invalid({ 'taskIds.1': { _errors: ['must be a task of the organization'] } }),
    );
    await expectProblem(call, 'PUT', `/v1/vendors/${id}/tasks`, 400, {});
    expect(await setTasks([])).toMatchObject({ status: 200, body: { linked: 0, unlinked: 2, taskIds: [] } });
    const log = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data;
    expect(log[0]).toMatchObject({ entityType: 'vendor', description: expect.stringContaining('Mapped tasks to vendor') });
    await call('DELETE', `/v1/tasks/${first.id}`);
    expect((await read(call, id)).tasks).toEqual([]);
  });

  test('400 for a task of an unknown vendor, or of a vendor that has 200 tasks already (rule 20)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addVendor(call);
    const create = (vendorId: string) => call('POST', '/v1/tasks', { body: { title: 'x', description: 'x', vendorId } });
    expect(await create(newId('vnd'))).toMatchObject(invalid({ vendorId: { _errors: ['must be a vendor of the organization'] } }));
    const tasks = Array.from({ length: 200 }, () => ({ id: newId('tsk'), title: 'x', description: 'x', organization_id: organization.id }));
    await app.database.system.insertInto('task').values(tasks).execute();
    expect(await call('PUT', `/v1/vendors/${id}/tasks`, { body: { taskIds: tasks.map((task) => task.id) } })).toMatchObject({
      status: 200,
    });
    expect(await create(id)).toMatchObject(invalid({ vendorId: { _errors: ['must be a vendor with fewer than 200 linked tasks'] } }));
  });
});

describe('contacts', () => {
  test('201 creates, 200 updates and 204 deletes a contact, listed by name and logged under the vendor (rule 15)', async () => {
    const { call } = await app.caller();
    const [{ id }, other] = [await addVendor(call), await addVendor(call)];
    const add = (body: object) => call('POST', `/v1/vendors/${id}/contacts`, { body });
    const zoe = await add({ name: ' Zoe ', email: 'Zoe@Example.com' });
    expect(zoe).toMatchObject({ status: 201, body: { vendorId: id, name: 'Zoe', email: 'zoe@example.com', phone: '' } });
    const imani = (await add({ name: 'Imani', email: 'imani@example.com', phone: '+44 20 7946 0018' })).body;
    const names = async () => (await call('GET', `/v1/vendors/${id}/contacts`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Imani', 'Zoe']);
    expect((await allPages(call, `/v1/vendors/${id}/contacts?limit=1&count=true`)).map(({ totalCount }) => totalCount)).toEqual([2, 2]);
    expect(await call('PATCH', `/v1/vendors/${id}/contacts/${imani.id}`, { body: { phone: '' } })).toMatchObject({
      status: 200,
      body: { ...imani, phone: '', updatedAt: expect.any(String), version: expect.any(Number) },
    });
    for (const path of [`/v1/vendors/${id}/contacts/${newId('vct')}`, `/v1/vendors/${other.id}/contacts/${imani.id}`])
      for (const method of ['PATCH', 'DELETE'])
        expect(await call(method, path, { body: method === 'PATCH' ? {} : undefined })).toMatchObject(notFound('Vendor contact'));
    for (const body of [{}, { name: ' ', email: 'a@example.com' }, { name: 'a', email: 'a' }])
      expect(await add(body)).toMatchObject({ status: 400 });
    await expectProblem(call, 'POST', `/v1/vendors/${id}/contacts`, 400, {});
    expect(await call('PATCH', `/v1/vendors/${id}/contacts/${imani.id}`, { body: { email: 'x' } })).toMatchObject({ status: 400 });
    await expectProblem(call, 'PATCH', `/v1/vendors/${id}/contacts/${imani.id}`, 400, { name: '' });
    expect(await call('DELETE', `/v1/vendors/${id}/contacts/${imani.id}`)).toMatchObject({ status: 204 });
    expect(await names()).toEqual(['Zoe']);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    expect(data.map(({ description }: { description: string }) => description.replace(/ \[.*/, '')).slice(0, 3)).toEqual([
      'Deleted vendor contact',
      'Updated vendor contact',
      'Created vendor contact',
    ]);
  });
});

describe('acceptances', () => {
  test('201 stores a copy of the residual rating and its level, which is stale once the rating changes (rules 14 and 18)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { owner } = organization;
    const { id } = await addVendor(call, { residualProbability: 'possible', residualImpact: 'severe', assigneeId: owner.id });
    const accept = (body: object) => inPerson('POST', `/v1/vendors/${id}/acceptances`, { body });
    const { status, body: acceptance } = await accept({ notes: ' For a year. ' });
    expect([status, acceptance]).toMatchObject([
      201,
      {
        id: expect.stringMatching(/^rska_/),
        vendorId: id,
        acceptedById: owner.id,
        acceptedByName: owner.name,
        recordedById: owner.id,
        recordedByName: owner.name,
        notes: 'For a year.',
        residualProbability: 'possible',
        residualImpact: 'severe',
        level: 'medium',
        levelLabel: 'Medium',
        stale: false,
      },
    ]);
    const ada = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
    const { call: asAda } = await app.session(organization, ada);
    expect((await asAda('POST', `/v1/vendors/${id}/acceptances`, { body: {} })).body).toMatchObject({
      acceptedById: owner.id,
      recordedById: ada.id,
      recordedByName: 'Ada Marsh',
    });
    await app.database.system.deleteFrom('vendor_acceptance').where('recorded_by_id', '=', ada.id).execute();
    await call('PUT', '/v1/risks/rating-bands', { body: { veryLow: 1, low: 2, medium: 3, high: 4 } });
    await call('PATCH', `/v1/vendors/${id}`, { body: { residualImpact: 'major' } });
    const list = async () => (await call('GET', `/v1/vendors/${id}/acceptances`)).body.data;
    expect(await list()).toEqual([{ ...acceptance, stale: true }]);
    await accept({ notes: ' ' });
    expect((await list()).map(({ stale, notes }: { stale: boolean; notes: string | null }) => [stale, notes])).toEqual([
      [false, null],
      [true, 'For a year.'],
    ]);
    expect((await allPages(call, `/v1/vendors/${id}/acceptances?limit=1&count=true`)).map(({ totalCount }) => totalCount)).toEqual([2, 2]);
    expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[0]).toMatchObject({ description: 'Accepted vendor risk' });
  });

  test('403 with an API key, and 400 without an acceptor or for one who is not an active member (rule 14)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
    const stranger = (await newOrganization(app.database)).owner;
    const { id } = await addVendor(call);
    const path = `/v1/vendors/${id}/acceptances`;
    expect(await call('POST', path, { body: {} })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await call('POST', path, { body: {}, ...asProblem })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await inPerson('POST', path, { body: {} })).toMatchObject(
      invalid({ acceptedById: { _errors: ['is required because the vendor has no assignee'] } }),
    );
    for (const acceptedById of [inactive.id, stranger.id])
      expect(await inPerson('POST', path, { body: { acceptedById } })).toMatchObject(
        invalid({ acceptedById: { _errors: ['must be an active member of the organization'] } }),
      );
    await expectProblem(inPerson, 'POST', path, 400, { notes: 1 });
  });
});

describe('deleting', () => {
  test('204 deletes all records of the vendor, but keeps its tasks (rules 11 and 15)', async () => {
    const caller = await app.caller();
    const { call, inPerson, organization } = caller;
    const { id } = await addAssessed(app, caller, { assigneeId: organization.owner.id });
    const task = await addTask(call, { vendorId: id });
    await call('POST', `/v1/vendors/${id}/contacts`, { body: { name: 'Imani', email: 'imani@example.com' } });
    await inPerson('POST', `/v1/vendors/${id}/acceptances`, { body: {} });
    const auditor = await app.session(organization, ['auditor']);
    const finding = await auditor.call('POST', '/v1/findings', { body: { vendorId: id, content: 'The report is old.' } });
    expect(finding, finding.text).toMatchObject({ status: 201, body: { vendorId: id, vendor: { id, name: vendor.name } } });
    const comment = await inPerson('POST', '/v1/comments', { body: { entityType: 'vendor', entityId: id, content: 'Look at this.' } });
    expect(comment, comment.text).toMatchObject({ status: 201 });
    await call('POST', `/v1/vendors/${id}/assessments`, { body: {} });

    expect(await call('DELETE', `/v1/vendors/${id}`)).toMatchObject({ status: 204 });
    expect(await call('DELETE', `/v1/vendors/${id}`)).toMatchObject(vendorNotFound);
    expect(await call('GET', `/v1/tasks/${task.id}`)).toMatchObject({ status: 200 });
    await waitForWork(app.database, organization.id);
    for (const table of [
      'vendor_contact',
      'vendor_acceptance',
      'vendor_assessment',
      'vendor_task',
      'task_item',
      'finding',
      'comment',
      'run',
    ] as const) {
      const rows = await app.database.system.selectFrom(table).selectAll().where('organization_id', '=', organization.id).execute();
      expect(rows, table).toEqual([]);
    }
    expect((await call('GET', `/v1/audit-logs?entityId=${id}&limit=1`)).body.data).toMatchObject([
      { entityType: 'vendor', description: expect.stringContaining('Deleted vendor') },
    ]);
  });

  test('204 deletes the files and task items of the vendor, too (rule 11)', async () => {
    const { call, inPerson } = await app.caller();
    const { id } = await addVendor(call);
    const file = await inPerson('POST', '/v1/attachments', {
      body: {
        entityType: 'vendor',
        entityId: id,
        fileName: 'dpa.txt',
        fileType: 'text/plain',
        fileData: Buffer.from('signed').toString('base64'),
      },
    });
    expect(file, file.text).toMatchObject({ status: 201 });
    const item = await call('POST', '/v1/task-management', { body: { title: 'Ask for the report', entityType: 'vendor', entityId: id } });
    expect(item, item.text).toMatchObject({ status: 201, body: { entityType: 'vendor', entityId: id } });
    expect((await call('GET', `/v1/task-management?entityType=vendor&entityId=${id}`)).body.data).toHaveLength(1);
    await call('DELETE', `/v1/vendors/${id}`);
    expect(await call('GET', `/v1/task-management/${item.body.id}`)).toMatchObject({ status: 404 });
    expect(await call('GET', `/v1/attachments/${file.body.id}/download`)).toMatchObject({ status: 404 });
  });
});
