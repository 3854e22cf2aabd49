/** The template, the checklist of a member, and the list of pending offboardings. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { file, follow, textFile, png } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { checklistOf, dataOf, deactivate, pendingIn, offboardingUrl, withLeavingMember } from '../../support/offboarding.ts';
import { newMember } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { keysOf, uploaded } from '../../support/uploads.ts';

const app = startApp();
const itemNotFound = { status: 404, body: { code: 'offboarding_item_not_found' } };
const memberNotFound = { status: 404, body: { code: 'member_not_found' } };

describe('the template', () => {
  test('200 returns the eight default items of a new organization; the first is for the access to vendors (rule 1)', async () => {
    const { template, organization } = await withLeavingMember(app);
    const items = await template();
    expect(items.map(({ sortOrder, evidenceRequired }) => [sortOrder, evidenceRequired])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((place) => [place, place <= 5]),
    );
    expect(items.map(({ isAccessRevocation }) => isAccessRevocation)).toEqual([true, ...Array<boolean>(7).fill(false)]);
    for (const item of items)
      expect(item).toMatchObject({ id: expect.stringMatching(/^oct_[0-9a-f]{24}$/), isDefault: true, isEnabled: true });
    // Seeding the template again adds no items.
    await sql`select seed_offboarding_template(${organization.id})`.execute(app.database.system);
    expect(await template()).toEqual(items);
  });

  test('201 adds an item at the end, 200 updates it, 204 deletes it, each logged under the item (rules 1, 2 and 18)', async () => {
    const { call, organization, template } = await withLeavingMember(app);
    const create = (body: object) => call('POST', `${offboardingUrl}/template`, { body });
    const phone = await create({ title: ' Transfer the phone number ' });
    expect(phone).toMatchObject({
      status: 201,
      body: {
        title: 'Transfer the phone number',
        description: null,
        evidenceRequired: false,
        sortOrder: 9,
        isDefault: false,
        isEnabled: true,
      },
    });
    expect(phone.headers.get('location')).toBe(`${offboardingUrl}/template`);
    const permit = (await create({ title: 'Return the parking permit', description: 'Ask facilities.', evidenceRequired: true })).body;
    expect(permit).toMatchObject({ sortOrder: 10, description: 'Ask facilities.', evidenceRequired: true });
    const update = (id: string, body: object) => call('PATCH', `${offboardingUrl}/template/${id}`, { body });
    const { id } = phone.body;
    expect(await update(id, { title: ' Phone ', description: 'x', sortOrder: 0, isEnabled: false, evidenceRequired: true })).toMatchObject({
      status: 200,
      body: { title: 'Phone', description: 'x', sortOrder: 0, isEnabled: false, evidenceRequired: true },
    });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'organization',
      entity_id: id,
      description: expect.stringContaining('Updated offboarding template item'),
      data: { changes: { title: { previous: 'Transfer the phone number', current: 'Phone' } } },
    });
    expect((await update(id, { description: null })).body.description).toBeNull();
    // Items with the same sortOrder are sorted by age, oldest first.
    await update(permit.id, { sortOrder: 0 });
    expect((await template()).map((item) => item.id).slice(0, 2)).toEqual([id, permit.id]);
    expect((await call('DELETE', `${offboardingUrl}/template/${id}`)).status).toBe(204);
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'organization', entity_id: id });
    expect((await template()).map((item) => item.id)).not.toContain(id);
    for (const answer of [await update(id, {}), await call('DELETE', `${offboardingUrl}/template/${id}`)])
      expect(answer).toMatchObject(itemNotFound);
    for (const body of [{}, { title: ' ' }, { title: 'x'.repeat(201) }, { title: 'x', sortOrder: 1 }])
      expect(await create(body)).toMatchObject({ status: 400 });
  });

  test('201 adds an item after an item with the largest sortOrder, and accepts an update with the sortOrder that it returned (rule 2)', async () => {
    const { call } = await app.caller();
    const template = '/v1/offboarding-checklist/template';
    const { data: items } = (await call('GET', template)).body;
    await call('PATCH', `${template}/${items[0].id}`, { body: { sortOrder: 1_000_000 } });
    const { id, sortOrder } = (await call('POST', template, { body: { title: 'Return the car' } })).body;
    expect((await call('GET', template)).body.data.at(-1)).toMatchObject({ id });
    expect(await call('PATCH', `${template}/${id}`, { body: { sortOrder } })).toMatchObject({ status: 200 });
  });
  test('204 disables a default item, and completions keep the title they were completed with (rules 1, 3 and 4)', async () => {
    const { call, items, itemPath, template, complete, path } = await withLeavingMember(app);
    const [item, custom] = [await itemPath(7), (await call('POST', `${offboardingUrl}/template`, { body: { title: 'Say goodbye' } })).body];
    expect((await complete(item)).status).toBe(201);
    expect((await complete(`${path}/item/${custom.id}`)).status).toBe(201);
    const interview = (await template())[6];
    expect((await call('DELETE', `${offboardingUrl}/template/${interview?.id}`)).status).toBe(204);
    expect((await template())[6]).toMatchObject({ id: interview?.id, isEnabled: false });
    expect((await items()).map(({ id }) => id)).not.toContain(interview?.id);
    expect(await complete(await itemPath(7))).toMatchObject(itemNotFound);
    await call('PATCH', `${offboardingUrl}/template/${interview?.id}`, {
      body: { isEnabled: true, evidenceRequired: true, title: 'Interview' },
    });
    expect((await items())[6]).toMatchObject({ title: 'Interview', completed: true, completion: { itemTitle: 'Hold the exit interview' } });
    await call('DELETE', `${offboardingUrl}/template/${custom.id}`);
    const rows = await app.database.system
      .selectFrom('offboarding_completion')
      .select(['item_title', 'template_item_id'])
      .where('item_title', '=', 'Say goodbye')
      .where('member_id', '=', path.slice(-28))
      .execute();
    expect(rows).toEqual([{ item_title: 'Say goodbye', template_item_id: null }]);
  });

  test('409 for more than 100 items, also for concurrent requests (rule 1)', async () => {
    const { call, template, organization } = await withLeavingMember(app);
    const rows = Array.from({ length: 91 }, (_, place) => ({
      id: newId('oct'),
      organization_id: organization.id,
      title: 'x',
      sort_order: 9 + place,
    }));
    await app.database.system.insertInto('offboarding_template_item').values(rows).execute();
    const create = (options: object = {}) => call('POST', `${offboardingUrl}/template`, { body: { title: 'One more' }, ...options });
    expect((await Promise.all([create(), create()])).map(({ status }) => status).sort()).toEqual([201, 409]);
    await expectErrorInBothTypes(create, 409, 'The template may have at most 100 items');
    expect(await template()).toHaveLength(100);
  });
});

describe('completing', () => {
  test('201 completes an item with file, person, time and notes, which the checklist shows (rules 4, 9, 10 and 18)', async () => {
    const { call, ben, itemPath, complete, organization, path } = await withLeavingMember(app);
    const item = await itemPath(2);
    const answer = await complete(item, { notes: ' Disabled at noon. ', ...textFile });
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^occ_/),
        memberId: ben.id,
        templateItemId: item.slice(-28),
        itemTitle: 'Remove from the identity provider',
        completedById: organization.owner.userId,
        completedBy: { id: organization.owner.userId, name: organization.owner.name },
        notes: 'Disabled at noon.',
        evidence: [{ id: expect.stringMatching(/^att_/), name: 'Restore test.txt', type: 'document', size: 24 }],
      },
    });
    expect(answer.headers.get('location')).toBe(path);
    expect(await (await follow(app.base, answer.body.evidence[0].downloadUrl)).text()).toBe('Restored in 52 minutes.\n');
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: ben.id,
      description: 'Completed offboarding item [via API key "test"]',
      data: { changes: { item: { current: 'Remove from the identity provider' }, fileName: { current: 'Restore test.txt' } } },
    });
    const list = await checklistOf(call, ben.id);
    expect(list).toMatchObject({ totalItems: 8, completedItems: 1 });
    const { evidence, ...completion } = answer.body;
    expect(list.items[1]).toMatchObject({ templateItemId: completion.templateItemId, completed: true, completion });
    expect(list.items[1].completion.evidence).toMatchObject([{ id: evidence[0].id }]);
    expect(list.items[0]).toMatchObject({ completed: false, completion: null });
    // The ETag of a checklist does not depend on its download links, which change.
    const checklistResponse = await call('GET', path);
    expect((await call('GET', path, { headers: { 'If-None-Match': checklistResponse.headers.get('etag') ?? '' } })).status).toBe(304);
  });

  test('201 with an uploaded file; an API key can name the completing person, a session completes in its own name (rule 10)', async () => {
    const { call, itemPath, complete, organization } = await withLeavingMember(app);
    const { call: inPerson, member: admin } = await app.session(organization, ['admin']);
    const fileKey = await uploaded(app.base, call, Buffer.from('closed'), { purpose: 'evidence' });
    const thirdItem = await complete(await itemPath(3), { fileName: 'list.txt', fileType: 'text/plain', fileKey, userId: admin.userId });
    expect(thirdItem, thirdItem.text).toMatchObject({
      status: 201,
      body: { completedById: admin.userId, evidence: [{ name: 'list.txt', size: 6 }] },
    });
    const sixthItem = await inPerson('POST', `${await itemPath(6)}/complete`, { body: { userId: organization.owner.userId } });
    expect(sixthItem).toMatchObject({ status: 201, body: { completedById: admin.userId } });
    const stranger = (await app.caller()).organization.owner;
    const former = await newMember(app.database, organization.id, ['admin'], { active: false });
    for (const { userId } of [stranger, former])
      expect(await complete(await itemPath(7), { userId })).toMatchObject(
        invalid({ userId: 'must be an active member of the organization' }),
      );
  });

  test('400 for an incomplete file, 415 and 422 for a rejected file, and nothing is stored (rule 9)', async () => {
    const { organization, itemPath, complete, call, ben } = await withLeavingMember(app);
    const item = await itemPath(2);
    const { fileData, fileName, fileType } = textFile;
    expect(await complete(item, { fileData })).toMatchObject(
      invalid({ fileName: 'is required with a file', fileType: 'is required with a file' }),
    );
    expect(await complete(item, { fileData, fileName })).toMatchObject(invalid({ fileType: 'is required with a file' }));
    const source = 'must be set if fileKey is not set, and must not be set otherwise';
    expect(await complete(item, { fileName, fileType })).toMatchObject(invalid({ fileData: source }));
    expect(await complete(item, { ...textFile, fileKey: 'x' })).toMatchObject(invalid({ fileData: source }));
    const key = `${organization.id}/uploads/attachment/1-x`;
    expect(await complete(item, { fileName, fileType, fileKey: key })).toMatchObject(
      invalid({ fileKey: 'must be the key of an upload of the organization with the purpose evidence' }),
    );
    expect(await complete(item, { ...textFile, fileName: 'run.exe' })).toMatchObject({ status: 415 });
    expect(await complete(item, { ...textFile, fileType: 'application/x-sh' })).toMatchObject({ status: 415 });
    expect(await complete(item, { ...textFile, fileType: 'application/pdf' })).toMatchObject({
      status: 422,
      body: { code: 'file_type_mismatch' },
    });
    expect(await complete(item, file('page.txt', 'text/plain', '<script>alert(1)</script>'))).toMatchObject({ status: 422 });
    await expectErrorInBothTypes(
      (options) => call('POST', `${item}/complete`, { body: {}, ...options }),
      422,
      'The item requires evidence',
    );
    expect(await checklistOf(call, ben.id)).toMatchObject({ completedItems: 0 });
    expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  });

  test('409 for an item that is already completed, also for concurrent requests (rule 19)', async () => {
    const { itemPath, complete, call, items } = await withLeavingMember(app);
    const item = await itemPath(2);
    const answers = await Promise.all([complete(item, textFile), complete(item, textFile), complete(item, textFile)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await expectErrorInBothTypes(
      (options) => call('POST', `${item}/complete`, { body: {}, ...options }),
      409,
      'The item is already completed',
    );
    expect((await items())[1]?.completion?.evidence).toHaveLength(1);
  });

  test('404 for an unknown member, item or completion (rule 13)', async () => {
    const { call, path, itemPath, ben } = await withLeavingMember(app);
    const other = await withLeavingMember(app);
    const item = await itemPath(2);
    const requests = [
      ['POST', 'complete', {}],
      ['DELETE', 'complete', undefined],
      ['POST', 'evidence', textFile],
    ] as const;
    for (const [method, end, body] of requests) {
      for (const id of [newId('mem'), other.ben.id])
        expect(await call(method, `${item.replace(ben.id, id)}/${end}`, { body })).toMatchObject(memberNotFound);
      for (const id of [newId('oct'), (await other.itemPath(2)).slice(-28)])
        expect(await call(method, `${path}/item/${id}/${end}`, { body })).toMatchObject(itemNotFound);
    }
    for (const end of ['', '/access-revocations', '/export']) expect(await call('GET', other.path + end)).toMatchObject(memberNotFound);
    await expectErrorInBothTypes((options) => call('DELETE', `${item}/complete`, options), 404, 'The item is not completed');
    await expectErrorInBothTypes(
      (options) => call('POST', `${item}/evidence`, { body: textFile, ...options }),
      409,
      'The item has to be completed first',
    );
  });

  test('204 reopens an item and deletes its evidence (rule 5)', async () => {
    const { call, itemPath, complete, items, organization, ben } = await withLeavingMember(app);
    const item = await itemPath(2);
    const completed = (await complete(item, textFile)).body;
    expect((await call('DELETE', `${item}/complete`)).status).toBe(204);
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'people', entity_id: ben.id });
    expect((await items())[1]).toMatchObject({ completed: false, completion: null });
    expect((await follow(app.base, completed.evidence[0].downloadUrl)).status).toBe(404);
    expect((await complete(item, textFile)).status).toBe(201);
  });

  test('201 adds evidence through the checklist and through attachments, and the search finds it (rule 9)', async () => {
    const { call, itemPath, complete, items, organization, ben } = await withLeavingMember(app);
    const item = await itemPath(6);
    const completed = (await complete(item)).body;
    const added = await call('POST', `${item}/evidence`, { body: { ...file('Heron receipt.png', 'image/png', png), description: 'Seen' } });
    expect(added, added.text).toMatchObject({ status: 201, body: { name: 'Heron receipt.png', type: 'image' } });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: ben.id,
      description: 'Added evidence to offboarding item [via API key "test"]',
    });
    const owner = { entityType: 'offboarding_checklist', entityId: completed.id };
    const attached = await call('POST', '/v1/attachments', { body: { ...textFile, ...owner } });
    expect(attached, attached.text).toMatchObject({ status: 201, body: owner });
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'people', entity_id: ben.id });
    expect((await items())[5]?.completion?.evidence.map(({ id }) => id)).toEqual([added.body.id, attached.body.id]);
    const hits = dataOf(await call('GET', '/v1/search?q=heron'));
    expect(hits).toMatchObject([{ id: added.body.id, type: 'attachment', parent: { type: 'person', id: ben.id } }]);
    const { call: asEmployee } = await app.session(organization, ['employee']);
    expect((await asEmployee('GET', `/v1/attachments/${added.body.id}`)).status).toBe(403);
  });

  test('403 without the permissions on members; auditors can read (rule 20)', async () => {
    const { organization, path, itemPath } = await withLeavingMember(app);
    const item = await itemPath(6);
    const auditor = await app.session(organization, ['auditor']);
    expect((await auditor.call('GET', path)).status).toBe(200);
    expect((await auditor.call('GET', `${path}/export`)).status).toBe(200);
    expect(await auditor.call('POST', `${item}/complete`, { body: {} })).toMatchObject({ status: 403 });
    const employee = await app.session(organization, ['employee']);
    for (const url of [path, `${offboardingUrl}/pending`, `${offboardingUrl}/template`, `${offboardingUrl}/export-all`])
      expect(await employee.call('GET', url)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  });
});

describe('listPendingOffboardings', () => {
  test('200 lists deactivated members with open checklist items, latest departure first (rules 11 and 12)', async () => {
    const { call, organization, ben, itemPath, complete, path, template } = await withLeavingMember(app);
    const [ada, chen, dana] = [
      await newMember(app.database, organization.id, ['employee'], { name: 'Ada Quill', email: 'ada.quill.off@example.com' }),
      await newMember(app.database, organization.id, ['employee'], { name: 'Chen Liu' }),
      await newMember(app.database, organization.id, ['employee'], { name: 'Dana Active' }),
    ];
    // An item can be completed before the departure.
    expect((await complete(await itemPath(6))).status).toBe(201);
    expect(await pendingIn(call)).toEqual([]);
    await deactivate(call, ben, '2026-03-01T00:00:00.000Z');
    await deactivate(call, ada, '2026-04-01T00:00:00.000Z');
    await call('PATCH', `/v1/people/${dana.id}`, { body: { offboardDate: '2026-12-01T00:00:00.000Z' } });
    await call('DELETE', `/v1/people/${chen.id}?skipOffboarding=true`);
    expect((await pendingIn(call)).map(({ memberId }) => memberId)).toEqual([ada.id, ben.id]);
    expect((await pendingIn(call))[1]).toMatchObject({
      name: 'Ben Okoro',
      offboardDate: '2026-03-01T00:00:00.000Z',
      image: null,
      completedItems: 1,
      totalItems: 8,
      outstandingItems: [1, 2, 3, 4, 5, 7, 8].map(() => expect.objectContaining({ title: expect.any(String) })),
    });
    for (const query of ['?search=QUILL', '?search=quill.off@'])
      expect((await pendingIn(call, query)).map(({ memberId }) => memberId)).toEqual([ada.id]);
    expect((await allPages(call, `${offboardingUrl}/pending?limit=1&count=true`)).map(({ totalCount }) => totalCount)).toEqual([2, 2]);
    // Members with a completed checklist, or who are active again, are not listed.
    for (const { id, isEnabled } of await template()) if (isEnabled) await call('POST', `${path}/item/${id}/complete`, { body: textFile });
    expect((await pendingIn(call)).map(({ memberId }) => memberId)).toEqual([ada.id]);
    expect((await call('POST', `/v1/people/${ada.id}/reactivate`)).status).toBe(200);
    expect(await pendingIn(call)).toEqual([]);
    // A new item is open for everybody.
    await call('POST', `${offboardingUrl}/template`, { body: { title: 'Return the parking permit' } });
    expect(await pendingIn(call)).toMatchObject([
      { memberId: ben.id, completedItems: 8, outstandingItems: [{ title: 'Return the parking permit' }] },
    ]);
  });
});
