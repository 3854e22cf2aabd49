import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { pagesOf } from '../../support/pdf.ts';
import { issuesOf, logged, notesAt, createSimulation, testsAt } from '../../support/penetration-tests.ts';
import { search } from '../../support/search.ts';

const app = startApp();

describe('notes', () => {
  test('are saved, replaced, listed for a target, deleted, and logged (rules 5 and 12)', async () => {
    const { call, organization } = await app.caller();
    const { test: done, issues } = await createSimulation(call, { targetUrl: 'https://Booking.example.com/x/' });
    const noteUrl = notesAt(`/${issues[0].id}`);
    const save = (context: string, testId = done.id) => call('PUT', noteUrl, { body: { testId, context } });
    expect(await save(' By design. ')).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^ptfc_/),
        organizationId: organization.id,
        issueId: issues[0].id,
        testId: done.id,
        targetUrl: 'https://booking.example.com/x',
        issueTitle: issues[0].title,
        context: 'By design.',
      },
    });
    const [first, second] = await Promise.all([save('One.'), save('Two.')]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.id).toBe(second.body.id);
    const list = (target: string) => call('GET', notesAt(`?targetUrl=${encodeURIComponent(target)}`));
    expect((await list('HTTPS://booking.example.com/x//')).body.data).toHaveLength(1);
    expect((await list('https://booking.example.com/y')).body.data).toEqual([]);
    expect((await issuesOf(call, done.id))[0].context).toMatch(/One|Two/);
    expect(await call('DELETE', noteUrl)).toMatchObject({ status: 204 });
    expect(await call('DELETE', noteUrl)).toMatchObject({ status: 404, body: { code: 'pentest_finding_context_not_found' } });
    expect((await logged(call))[0]).toMatchObject({ description: 'Removed note about penetration test issue', entityId: issues[0].id });
  });
  test('404 for an issue of another test, 400 for a blank note and for a list without a target', async () => {
    const { call } = await app.caller();
    const [first, second] = await Promise.all([createSimulation(call), createSimulation(call, { checks: ['csrf'] })]);
    const body = { testId: second.test.id, context: 'A note.' };
    expect(await call('PUT', notesAt(`/${first.issues[0].id}`), { body })).toMatchObject({ status: 404 });
    expect(await call('PUT', notesAt(`/${first.issues[0].id}`), { body: { ...body, context: ' \n ' } })).toMatchObject({ status: 400 });
    expect(await call('GET', notesAt())).toMatchObject({ status: 400 });
  });
  test('are appended to both reports, and change no stored report (rule 7)', async () => {
    const { call } = await app.caller();
    const { test: done, issues } = await createSimulation(call);
    const download = (kind: string) => call('GET', testsAt(`/${done.id}/${kind}`));
    const before = await download('report');
    expect(before).toMatchObject({ status: 200 });
    expect(before.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(before.headers.get('cache-control')).toBe('no-store');
    expect(before.text).toMatch(/^# Penetration test of https:\/\/booking\.example\.com\n\nThis report is simulated/);
    for (const { title } of issues) expect(before.text).toContain(title.replace(/[[\]]/g, '\\$&'));
    const original = await download('pdf');
    expect(original.headers.get('content-disposition')).toBe(`attachment; filename="penetration-test-${done.id}.pdf"`);
    expect(original.headers.get('cache-control')).toBe('no-store');
    expect((await pagesOf(original.bytes))[0]).toContain('Penetration test');
    await call('PUT', notesAt(`/${issues[0].id}`), { body: { testId: done.id, context: 'A <b>note</b>\n# of ours' } });
    const after = await download('report');
    expect(after.text.startsWith(before.text.trimEnd())).toBe(true);
    expect(after.text).toContain('## Statements of the organization');
    expect(after.text).toContain('> A \\<b\\>note\\</b\\>\n> \\# of ours');
    const pages = await pagesOf((await download('pdf')).bytes);
    expect(pages.at(-1)).toContain('not findings of the testers');
    expect(pages.at(-1)).toContain('A <b>note</b>');
    await call('DELETE', notesAt(`/${issues[0].id}`));
    expect((await download('report')).text).toBe(before.text);
    expect((await download('pdf')).bytes).toEqual(original.bytes);
  });
});

test('a search finds tests by their target and by titles of their issues, for members who may read tests', async () => {
  const { call, organization } = await app.caller();
  const { test: done, issues } = await createSimulation(call, { targetUrl: 'https://wagtail.example.com', checks: ['injection'] });
  for (const query of ['wagtail', 'filter put into a query', done.id])
    expect((await search(call, query, '&type=penetration_test')).data, query).toMatchObject([
      { id: done.id, type: 'penetration_test', title: 'https://wagtail.example.com', url: testsAt(`/${done.id}`), status: 'completed' },
    ]);
  expect(issues).toHaveLength(1);
  const employee = await app.session(organization, ['employee']);
  expect(await employee.call('GET', '/v1/search?q=wagtail&type=penetration_test')).toMatchObject({ status: 403 });
});
