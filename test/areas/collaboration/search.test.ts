import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { SearchableType } from '#generated/contract';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { attach } from '../../support/attachments.ts';
import { bucket, connectAccount, inventory, scan } from '../../support/clouds.ts';
import { comment, mention } from '../../support/comments.ts';
import { addControl } from '../../support/controls.ts';
import { newDevice } from '../../support/devices.ts';
import { submit } from '../../support/evidence-forms.ts';
import { addCustom, addRequirement, adopt, frameworkId } from '../../support/frameworks.ts';
import { raise } from '../../support/findings.ts';
import { connectList } from '../../support/integrations.ts';
import { addRow, issue, setUp as setUpIsms } from '../../support/isms.ts';
import { addAnswer, addDocument } from '../../support/knowledge-base.ts';
import { newMember, within } from '../../support/organization.ts';
import { addPolicy, textOf } from '../../support/policies.ts';
import { add as addQuestionnaire } from '../../support/questionnaires.ts';
import { orderTest } from '../../support/penetration-tests.ts';
import { searchUrl, findIds, insertRisks, type Result, newRiskId, search, suggestIds } from '../../support/search.ts';
import { iso, save, setUp } from '../../support/soa.ts';
import { addItem } from '../../support/task-items.ts';
import { addTask } from '../../support/tasks.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const contractTypes: readonly string[] = Object.values(SearchableType);

test('200 with a risk in the format of the contract, with matching words highlighted (rules 5, 7 and 13)', async () => {
  const { call, organization } = await app.caller();
  const id = await newRiskId(call, { title: 'Access of former employees', description: 'They keep  access\nto data.', department: 'it' });
  const { data, nextCursor, facets } = await search(call, 'access');
  expect(nextCursor).toBeNull();
  expect(facets).toEqual({ type: { risk: 1 }, status: { open: 1 } });
  expect(data).toEqual([
    {
      type: 'risk',
      id,
      title: 'Access of former employees',
      snippet: 'They keep access to data.',
      highlights: [
        { field: 'title', start: 0, length: 6 },
        { field: 'snippet', start: 10, length: 6 },
      ],
      matchedFields: ['title', 'description'],
      score: 1,
      status: 'open',
      department: 'it',
      assigneeId: null,
      parent: null,
      url: `/v1/risks/${id}`,
      appUrl: expect.stringMatching(new RegExp(`/${organization.id}/risks/${id}$`)),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
});

test('200 finds words of an HTML comment, because it is visible in a plain text', async () => {
  const { call } = await app.caller();
  const id = await newRiskId(call, { description: 'Old <!-- the vault --> and new.' });
  expect(await findIds(call, 'vault')).toEqual([id]);
});

test('200 with records of all types, each with its parent and a path that leads to it (rules 2, 8 and 13)', async () => {
  const { call, inPerson, organization } = await app.callerForEverything();
  const word = 'zebra';
  const riskId = await newRiskId(call, { title: `Risk of ${word}`, description: 'x' });
  await addItem(call, riskId, { title: `Feed the ${word}`, description: `With ${mention({ userId: newId('usr'), name: 'Dana' })}` });
  await addTask(call, { title: `Count each ${word}`, description: 'y' });
  await addPolicy(call, { name: 'Animals', content: textOf(`Nobody rides a ${word}.`) });
  await addControl(call, { name: `Fence for the ${word}` });
  const { id: instance } = await addCustom(call, `Rules of the ${word}`);
  await addRequirement(call, instance, 'Z1', `A ${word} is counted`);
  await raise(call, { area: 'people', content: `A ${word} was missing.` });
  await submit(call, 'access-request', { reasonForRequest: `To feed the ${word}.` });
  await addQuestionnaire(call, `Question,Response\nDo you keep a ${word}?,\n`, { fileName: `About the ${word}.csv` });
  await addAnswer(call, { question: `Who feeds the ${word}?` });
  await addDocument(call, 'Nothing.', { fileName: `Care for the ${word}.txt`, process: false });
  expect(await call('POST', '/v1/context', { body: { question: 'What do you keep?', answer: `One ${word}.` } })).toMatchObject({
    status: 201,
  });
  await newMember(app.database, organization.id, ['employee'], { name: `Zoe ${word}` });
  const { id: connectionId } = await connectList(call);
  const account = await connectAccount(call, 'aws');
  await scan(app.base, call, account, inventory('aws', [bucket(`${word}-archive`, { sseAlgorithm: null })]));
  await comment(call, riskId, { content: `I saw the ${word}.` });
  await attach(call, riskId, { fileName: `${word}.txt` });
  await addVendor(call, { name: `Supplier of the ${word}` });
  await newDevice(inPerson, organization.id, { hostname: `${word}.local` });
  const trustDocument = { fileName: `${word}.txt`, fileType: 'text/plain', fileData: Buffer.from('x').toString('base64') };
  expect(await call('POST', '/v1/trust-portal/documents', { body: trustDocument })).toMatchObject({ status: 201 });
  const document = await setUp(inPerson, iso);
  await save(inPerson, document.id, 'A.5.1', { isApplicable: true, justification: `Because of the ${word}.` });
  await orderTest(call, { targetUrl: `https://${word}.example.com` });
  const { context_of_organization: documentId } = await setUpIsms(call);
  await addRow(call, documentId, 'context-issues', { ...issue, description: `The ${word} escapes.` });

  const { data, totalCount, facets } = await search(call, word, '&count=true');
  expect(totalCount).toBe(data.length);
  const types = new Set(data.map(({ type }: Result) => type));
  expect([...types].toSorted()).toEqual(contractTypes.filter((type) => type !== 'integration').toSorted());
  expect(Object.values<number>(facets.type).reduce((left, right) => left + right)).toBe(totalCount);
  for (const { url, type } of data) expect(await inPerson('GET', url), `${type} ${url}`).toMatchObject({ status: 200 });
  const parentOf = (type: string) => data.find((result: Result) => result.type === type)?.parent;
  for (const type of ['comment', 'attachment', 'task_item'])
    expect(parentOf(type)).toEqual({ type: 'risk', id: riskId, title: `Risk of ${word}` });
  expect(parentOf('requirement')).toEqual({ type: 'framework', id: instance, title: `Rules of the ${word}` });
  expect(await findIds(call, 'csv', '&type=integration')).toEqual([connectionId]);
  // The parent has its current title.
  expect(await call('PATCH', `/v1/risks/${riskId}`, { body: { title: 'Renamed' } })).toMatchObject({ status: 200 });
  const second = await search(call, word, '&type=comment');
  expect(second.data[0].parent.title).toBe('Renamed');
});

describe('order and pages (rules 5 and 6)', () => {
  test('200 ranks a word in the title before a word in the description', async () => {
    const { call } = await app.caller();
    const described = await newRiskId(call, { title: 'Something', description: 'About phishing, phishing and phishing again.' });
    const titled = await newRiskId(call, { title: 'Phishing', description: 'Somebody is deceived.' });
    const { data } = await search(call, 'phishing');
    expect(data.map(({ id }: Result) => id)).toEqual([titled, described]);
    expect(data[0].score).toBe(1);
    expect(data[1].score).toBeGreaterThan(0);
    expect(data[1].score).toBeLessThan(1);
    expect(await findIds(call, 'phishing', '&sortOrder=asc')).toEqual([described, titled]);
    expect(await findIds(call, 'phishing', '&sortBy=updatedAt')).toEqual([titled, described]);
    expect(await findIds(call, 'phishing', '&sortBy=updatedAt&sortOrder=asc')).toEqual([described, titled]);
  });
  test.each(['', '&sortOrder=asc', '&sortBy=updatedAt', '&sortBy=updatedAt&sortOrder=asc'])(
    '200 page by page with each record once, and all of them in totalCount and facets%s',
    async (order) => {
      const { call, organization } = await app.caller();
      await insertRisks(app, organization.id, 25, (n) => ({ title: `Spam ${n % 3 ? 'spam' : ''}`, status: n % 2 ? 'open' : 'closed' }));
      const allIds = await findIds(call, 'spam', order);
      const pages = await allPages(call, searchUrl('spam', `&limit=4&count=true${order}`));
      expect(pages.flatMap(({ data }) => data.map(({ id }: Result) => id))).toEqual(allIds);
      expect(new Set(allIds).size).toBe(25);
      for (const page of pages)
        expect(page).toMatchObject({ totalCount: 25, facets: { type: { risk: 25 }, status: { open: 12, closed: 13 } } });
    },
  );
  test('200 with at most 1000 results, while totalCount counts all matches', async () => {
    const { call, organization } = await app.caller();
    await insertRisks(app, organization.id, 2100, (n) => ({ title: n === 0 ? 'Spam' : 'Record', description: 'This is spam.' }));
    const pages = await allPages(call, searchUrl('spam', '&limit=100&count=true'));
    const ids = pages.flatMap(({ data }) => data.map(({ id }: Result) => id));
    expect(new Set(ids).size).toBe(1000);
    expect(pages).toHaveLength(10);
    expect(pages.at(-1)).toMatchObject({ totalCount: 2100, nextCursor: null, facets: { type: { risk: 2100 } } });
    // The record with the word in its title is the oldest record, but still ranks first.
    expect(pages[0].data[0]).toMatchObject({ title: 'Spam', score: 1 });
  });
});

test('200 filtered by status, department, assignee and time', async () => {
  const { call, organization } = await app.caller();
  const { id: assigneeId } = await newMember(app.database, organization.id, ['admin']);
  const it = await newRiskId(call, { title: 'Malware', department: 'it', assigneeId });
  const hr = await newRiskId(call, { title: 'Malware', department: 'hr', status: 'closed' });
  expect(await findIds(call, 'malware', '&department=it')).toEqual([it]);
  expect(await findIds(call, 'malware', '&status=closed')).toEqual([hr]);
  expect(await findIds(call, 'malware', '&status=closed&status=open')).toHaveLength(2);
  expect(await findIds(call, 'malware', `&assigneeId=${assigneeId}`)).toEqual([it]);
  expect(await findIds(call, 'malware', '&updatedAtAfter=2000-01-01&updatedAtBefore=2100-01-01')).toHaveLength(2);
  expect(await findIds(call, 'malware', '&updatedAtAfter=2100-01-01')).toEqual([]);
  expect(await findIds(call, 'malware', '&updatedAtBefore=2000-01-01')).toEqual([]);
  expect(await findIds(call, 'malware', '&type=task')).toEqual([]);
});

describe('freshness (rule 8)', () => {
  test('200 with changes that were made just now, and without deleted records', async () => {
    const { call } = await app.caller();
    const id = await newRiskId(call, { title: 'Flood' });
    expect(await findIds(call, 'flood')).toEqual([id]);
    await call('PATCH', `/v1/risks/${id}`, { body: { title: 'Earthquake' } });
    expect(await findIds(call, 'flood')).toEqual([]);
    expect(await search(call, 'earthquake')).toMatchObject({ data: [{ id, title: 'Earthquake' }] });
    await call('PATCH', `/v1/risks/${id}`, { body: { status: 'closed' } });
    expect(await findIds(call, 'earthquake', '&status=closed')).toEqual([id]);
    const { updatedAt } = (await call('GET', `/v1/risks/${id}`)).body.data;
    expect((await search(call, 'earthquake')).data[0].updatedAt).toBe(updatedAt);
    await call('DELETE', `/v1/risks/${id}`);
    expect(await findIds(call, 'earthquake')).toEqual([]);
  });
  test('comments and files of a deleted record, and requirements of a removed framework, are removed from the index', async () => {
    const { call, organization } = await app.caller();
    const id = await newRiskId(call, { title: 'Flood' });
    await comment(call, id, { content: 'The river again.' });
    await attach(call, id, { fileName: 'River.txt' });
    const [instance = ''] = await adopt(call, frameworkId('iso27001'));
    expect((await search(call, 'river', '&count=true')).totalCount).toBe(2);
    expect((await search(call, 'A.5.1', '&type=requirement')).data[0]).toMatchObject({ parent: { type: 'framework', id: instance } });
    await call('DELETE', `/v1/risks/${id}`);
    expect(await confirm(call, 'DELETE', `/v1/frameworks/${instance}`)).toMatchObject({ status: 204 });
    expect(await findIds(call, 'river')).toEqual([]);
    const remaining = await app.database.system
      .selectFrom('search_entry')
      .select('id')
      .where('organization_id', '=', organization.id)
      .where('type', 'in', ['requirement', 'framework', 'comment', 'attachment'])
      .execute();
    expect(remaining).toEqual([]);
  });
  test('a change that was rolled back, and a deleted organization, leave nothing in the index', async () => {
    const { call, inPerson, organization } = await app.caller();
    const rollbackError = new Error('lost');
    await expect(
      within(app.database, organization.id, async (db) => {
        await db
          .insertInto('risk')
          .values({ id: newId('rsk'), title: 'Ghost', description: 'x', category: 'technology' })
          .execute();
        throw rollbackError;
      }),
    ).rejects.toBe(rollbackError);
    expect(await findIds(call, 'ghost')).toEqual([]);
    await addItem(call, await newRiskId(call, { title: 'Ghost', assigneeId: organization.owner.id }), { title: 'Hunt' });
    expect(await confirm(inPerson, 'DELETE', '/v1/organization')).toMatchObject({ status: 204 });
    const remaining = await app.database.system
      .selectFrom('search_entry')
      .select('id')
      .where('organization_id', '=', organization.id)
      .execute();
    expect(remaining).toEqual([]);
  });
});

test('200 with archived records only if includeArchived is true; suggestions never contain archived records (rule 9)', async () => {
  const { call, organization } = await app.caller();
  const id = await newRiskId(call, { title: 'Volcano', status: 'archived' });
  const { id: memberId } = await newMember(app.database, organization.id, ['employee'], { name: 'Vera Volcano', active: false });
  const policyId = await addPolicy(call, { name: 'Volcano policy' }).then((policy) => policy.id ?? policy);
  await call('PATCH', `/v1/policies/${policyId}`, { body: { isArchived: true } });
  expect(await findIds(call, 'volcano')).toEqual([]);
  expect(await suggestIds(call, 'volc')).toEqual([]);
  expect((await findIds(call, 'volcano', '&includeArchived=true')).toSorted()).toEqual([id, memberId, policyId].toSorted());
});

test('whistleblower reports, background checks and deleted connections are never in the index (rule 10)', async () => {
  const { call, organization } = await app.caller();
  const report = await submit(call, 'whistleblower-report', {});
  const { id: memberId } = organization.owner;
  const { id: connectionId } = await connectList(call);
  await within(app.database, organization.id, async (db) => {
    await db
      .insertInto('background_check_request')
      .values({ id: newId('bcr'), member_id: memberId, requester_notes: 'Penguin' })
      .execute();
    await db
      .insertInto('stored_file')
      .values({ id: `${organization.id}/penguin`, size: 1 })
      .execute();
    await db
      .insertInto('attachment')
      .values({
        id: newId('att'),
        name: 'Penguin.pdf',
        mime_type: 'application/pdf',
        size: 1,
        sha256: '0',
        entity_type: 'background_check',
        entity_id: memberId,
        file_key: `${organization.id}/penguin`,
      })
      .execute();
  });
  expect(await call('DELETE', `/v1/integrations/connections/${connectionId}`)).toMatchObject({ status: 204 });
  expect(await findIds(call, 'penguin')).toEqual([]);
  const rows = await app.database.system
    .selectFrom('search_entry')
    .select(['id', 'texts'])
    .where('organization_id', '=', organization.id)
    .execute();
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(memberId);
  for (const id of [report.id, connectionId]) expect(ids).not.toContain(id);
  // The credentials of the connection contain the list of people.
  expect(JSON.stringify(rows)).not.toContain('rosa.lind@example.com');
});

test('200 searches the first 50,000 characters of a text, and returns at most 200 characters of a title (rule 11)', async () => {
  const { call, organization } = await app.caller();
  await insertRisks(app, organization.id, 1, () => ({
    title: `Long ${'title '.repeat(60)}`,
    description: `${'word '.repeat(9990)} inside ${' '.repeat(100)} outside`,
  }));
  const { data } = await search(call, 'inside');
  expect(data[0].title).toMatch(/^Long .*…$/);
  expect(data[0].title.length).toBeLessThanOrEqual(200);
  expect(data[0].snippet).toContain('inside');
  expect(await findIds(call, 'outside')).toEqual([]);
});

test('searches use the index of words, however many records exist, and are not logged (rules 14 and 15)', async () => {
  const { call, organization } = await app.caller();
  await insertRisks(app, organization.id, 50, () => ({ title: 'Planet', description: 'Far away.' }));
  const readLog = () => app.database.system.selectFrom('audit_entry').select('id').where('organization_id', '=', organization.id).execute();
  const before = (await readLog()).length;
  await findIds(call, 'planet');
  await suggestIds(call, 'plan');
  expect((await readLog()).length).toBe(before);
  const { rows } = await app.database.system.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql<{ 'QUERY PLAN': string }>`explain select from search_entry e where e.words @@ ${`${organization.id} & planet`}::tsquery
      and e.organization_id is not distinct from ${organization.id}`.execute(db);
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Bitmap Index Scan on search_entry_words');
});
