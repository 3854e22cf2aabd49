/** Tests how visitors with a personal link send questionnaires and download answers, without scripts (trust-access, rule 20). */
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { call, listenOn, startApp, testConfig } from './support/app.ts';
import { expectAlike, expectPrivate, hrefs, markup } from './support/link-pages.ts';
import { callSuccessfully } from './support/portal.ts';
import { waitForWork } from './support/runs.ts';
import { insertGrant, linkTokenOf, publishPortal } from './support/trust-access.ts';

const app = startApp();
const get = (path: string) => app.call('GET', path);
const questions = 'Question\nDo you encrypt data at rest?\nDo you test backups?\n';

async function withAccess(fields?: Parameters<typeof insertGrant>[3]) {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const token = linkTokenOf(caller.organization.id, 'access');
  await insertGrant(app.database, caller.organization.id, token, fields);
  const access = `/trust/${address}/access/${token}`;
  return {
    ...caller,
    address,
    token,
    access,
    formPath: `${access}/questionnaire`,
    listQuestionnaires: async () => (await caller.call('GET', '/v1/questionnaire')).body.data,
  };
}

interface FormFile {
  readonly name?: string;
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly before?: string;
}

/** Sends a form with a file as a browser does. */
function sendFile(
  path: string,
  { name = 'questions.csv', type = 'text/csv', content = questions, before = '' }: FormFile = {},
  base = app.base,
) {
  const head = `${before}--limit\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return call(base, 'POST', path, {
    raw: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--limit--\r\n')]),
    type: 'multipart/form-data; boundary=limit',
    headers: { origin: 'null' },
  });
}

describe('a questionnaire of a personal link', () => {
  test('is sent with a form, has a page with its progress, and is downloaded there with its answers', async () => {
    const { access, formPath, token, organization, listQuestionnaires, inPerson } = await withAccess();
    await callSuccessfully(inPerson, 'PATCH', '/v1/trust-portal/settings', { visitorAnswers: 'at_once' });
    expect(hrefs(await get(access))).toContain(`${token}/questionnaire`);
    const form = await get(formPath);
    expect(form.status).toBe(200);
    expectPrivate(form);
    expect(form.text).toContain('enctype="multipart/form-data"');
    const followLinks = async (page: Awaited<ReturnType<typeof get>>, fromHref: string) =>
      Promise.all(
        hrefs(page).map(async (href) => [
          new URL(href, app.base + fromHref).pathname,
          (await get(new URL(href, app.base + fromHref).pathname)).status,
        ]),
      );
    expect(await followLinks(form, formPath)).toEqual([[access, 200]]);
    const sendAnswer = await sendFile(formPath, {
      name: `${markup.replaceAll('"', '%22').replaceAll('/', '')}.CSV`,
      type: 'application/vnd.ms-excel',
    });
    expect(sendAnswer.status, sendAnswer.text).toBe(303);
    expect(sendAnswer.headers.get('referrer-policy')).toBe('no-referrer');
    const progressPath = new URL(sendAnswer.headers.get('location') ?? '', `${app.base}${formPath}`).pathname;
    expect(progressPath).toMatch(new RegExp(`^${formPath}/run_[0-9a-f]{24}$`));
    const waitingPage = await get(progressPath);
    expect(waitingPage.status).toBe(200);
    for (const [, status] of await followLinks(waitingPage, progressPath)) expect(status).toBe(200);
    expectPrivate(waitingPage);
    await waitForWork(app.database, organization.id);
    const finishedPage = await get(progressPath);
    expectPrivate(finishedPage);
    expect(finishedPage.text).toContain('2 questions were found');
    const [file = ''] = hrefs(finishedPage)
      .filter((href) => href.includes('/files/'))
      .map((href) => href.replaceAll('&#39;', "'"));
    const answer = await fetch(`${app.base}${new URL(file).pathname}${new URL(file).search}`);
    expect(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())))).toHaveLength(3);
    expect(await listQuestionnaires()).toMatchObject([{ source: 'external', fileType: 'text/csv' }]);
    await app.database.system
      .updateTable('run')
      .set({ status: 'failed', error: `Why ${markup}` })
      .where('organization_id', '=', organization.id)
      .execute();
    await app.database.system
      .updateTable('visitor_questionnaire')
      .set({ status: 'answering' })
      .where('organization_id', '=', organization.id)
      .execute();
    const failedPage = await get(progressPath);
    expectPrivate(failedPage);
    expect(failedPage.text).toContain('Why &lt;/textarea&gt;');
  });

  test('that is invalid is returned with the error, and nothing is stored', async () => {
    const { formPath, listQuestionnaires } = await withAccess();
    const invalidFiles: readonly (readonly [file: FormFile, status: number, expectedText: RegExp])[] = [
      [{ name: '', type: 'application/octet-stream', content: '' }, 400, /id="file-fault">[^<]*must be chosen/],
      [{ name: '', content: '' }, 400, /the form cannot be read/],
      [{ content: '' }, 400, /id="file-fault">/],
      [{ name: 'a.zip', type: 'application/zip' }, 415, /role="alert"/],
      [{ name: 'a.xls', type: 'application/vnd.ms-excel' }, 415, /role="alert"/],
      [{ name: 'a.exe', type: 'text/csv' }, 415, /role="alert"/],
      [{ name: 'a.pdf' }, 422, /role="alert"/],
      [{ content: Buffer.alloc(10 * 1024 * 1024 + 1, 97) }, 413, /role="alert"/],
      [{ content: Buffer.alloc(20 * 1024 * 1024, 97) }, 413, /role="alert"/],
      [{ before: '--limit\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n' }, 400, /role="alert"/],
    ];
    for (const [file, status, expectedText] of invalidFiles) {
      const answer = await sendFile(formPath, file);
      expect(answer, JSON.stringify({ ...file, content: undefined })).toMatchObject({ status, text: expect.stringMatching(expectedText) });
      expectPrivate(answer);
      expect(answer.text).toContain('enctype="multipart/form-data"');
    }
    for (const [type, raw] of [
      ['application/x-www-form-urlencoded', 'file=x'],
      ['application/json', '{}'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=limit', '--limit\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nQuestion\n'],
      ['multipart/form-data; boundary=limit', '--limit\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'],
      ['multipart/form-data; boundary=limit', ''],
      [`multipart/form-data; boundary=${'x'.repeat(5000)}`, 'x'],
    ] as const) {
      const answer = await call(app.base, 'POST', formPath, { raw, type });
      expect(answer, `${type} ${raw}`).toMatchObject({ status: 400, text: expect.stringContaining('role="alert"') });
    }
    expect(await listQuestionnaires()).toEqual([]);
  });

  test('gets 403 while the organization accepts no questionnaires, and the documents page does not link to the form', async () => {
    const caller = await withAccess();
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/security-questionnaire', { enabled: false });
    expect(hrefs(await get(caller.access))).not.toContain(`${caller.token}/questionnaire`);
    for (const answer of [await get(caller.formPath), await sendFile(caller.formPath)]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('No questionnaires are taken') });
      expectPrivate(answer);
    }
    expect(await caller.listQuestionnaires()).toEqual([]);
  });

  test('gets the same 404 for invalid links and for runs of other visitors', async () => {
    const [caller, otherVisitor, revokedVisitor] = [
      await withAccess(),
      await withAccess(),
      await withAccess({ revoked_at: '2026-01-01T00:00:00.000Z' }),
    ];
    const sendAnswer = await sendFile(otherVisitor.formPath);
    const run = (sendAnswer.headers.get('location') ?? '').split('/').at(-1);
    const paths = [
      revokedVisitor.formPath,
      `/trust/${caller.address}/access/${otherVisitor.token}/questionnaire`,
      `/trust/${caller.address}/access/x/questionnaire`,
    ];
    expectAlike([
      ...(await Promise.all(paths.map(get))),
      ...(await Promise.all(paths.map((path) => sendFile(path)))),
      await get(`${caller.formPath}/${run}`),
      await get(`${caller.formPath}/x`),
      await get(`${revokedVisitor.formPath}/${run}`),
    ]);
    expect((await get(`${otherVisitor.formPath}/${run}`)).status).toBe(200);
  });

  test('gets 429 with the form when its own limit is reached', async () => {
    const { formPath } = await withAccess();
    const { base, server } = await listenOn(app.database, testConfig({ ACCESS_QUESTIONNAIRE_RATE_LIMIT: '1', DATA_DIR: app.dataDir }));
    try {
      expect((await sendFile(formPath, {}, base)).status).toBe(303);
      const second = await sendFile(formPath, {}, base);
      expect(second).toMatchObject({ status: 429, text: expect.stringContaining('enctype="multipart/form-data"') });
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      server.close();
    }
  });
});
