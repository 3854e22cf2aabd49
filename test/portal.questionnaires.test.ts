/** Questionnaires of whoever has a personal link, as a browser without scripts sends and fetches them (trust-access, rule 20). */
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
    at: `${access}/questionnaire`,
    kept: async () => (await caller.call('GET', '/v1/questionnaire')).body.data,
  };
}

interface Sent {
  readonly name?: string;
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly before?: string;
}

/** Sends a form with a file as a browser does. */
function sendFile(
  path: string,
  { name = 'questions.csv', type = 'text/csv', content = questions, before = '' }: Sent = {},
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
  test('is sent by a form, followed on a page of its own, and fetched there with its answers', async () => {
    const { access, at, token, organization, kept, inPerson } = await withAccess();
    await callSuccessfully(inPerson, 'PATCH', '/v1/trust-portal/settings', { visitorAnswers: 'at_once' });
    expect(hrefs(await get(access))).toContain(`${token}/questionnaire`);
    const form = await get(at);
    expect(form.status).toBe(200);
    expectPrivate(form);
    expect(form.text).toContain('enctype="multipart/form-data"');
    const leadsTo = async (page: Awaited<ReturnType<typeof get>>, from: string) =>
      Promise.all(
        hrefs(page).map(async (href) => [
          new URL(href, app.base + from).pathname,
          (await get(new URL(href, app.base + from).pathname)).status,
        ]),
      );
    expect(await leadsTo(form, at)).toEqual([[access, 200]]);
    const sent = await sendFile(at, { name: `${markup.replaceAll('"', '%22').replaceAll('/', '')}.CSV`, type: 'application/vnd.ms-excel' });
    expect(sent.status, sent.text).toBe(303);
    expect(sent.headers.get('referrer-policy')).toBe('no-referrer');
    const place = new URL(sent.headers.get('location') ?? '', `${app.base}${at}`).pathname;
    expect(place).toMatch(new RegExp(`^${at}/run_[0-9a-f]{24}$`));
    const waiting = await get(place);
    expect(waiting.status).toBe(200);
    for (const [, status] of await leadsTo(waiting, place)) expect(status).toBe(200);
    expectPrivate(waiting);
    await waitForWork(app.database, organization.id);
    const done = await get(place);
    expectPrivate(done);
    expect(done.text).toContain('2 questions were found');
    const [file = ''] = hrefs(done)
      .filter((href) => href.includes('/files/'))
      .map((href) => href.replaceAll('&#39;', "'"));
    const answer = await fetch(`${app.base}${new URL(file).pathname}${new URL(file).search}`);
    expect(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())))).toHaveLength(3);
    expect(await kept()).toMatchObject([{ source: 'external', fileType: 'text/csv' }]);
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
    const failed = await get(place);
    expectPrivate(failed);
    expect(failed.text).toContain('Why &lt;/textarea&gt;');
  });

  test('that cannot be taken comes back with what is wrong, and nothing of it is kept', async () => {
    const { at, kept } = await withAccess();
    const refused: readonly (readonly [sent: Sent, status: number, said: RegExp])[] = [
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
    for (const [sent, status, said] of refused) {
      const answer = await sendFile(at, sent);
      expect(answer, JSON.stringify({ ...sent, content: undefined })).toMatchObject({ status, text: expect.stringMatching(said) });
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
      const answer = await call(app.base, 'POST', at, { raw, type });
      expect(answer, `${type} ${raw}`).toMatchObject({ status: 400, text: expect.stringContaining('role="alert"') });
    }
    expect(await kept()).toEqual([]);
  });

  test('403 while the organization takes none, and the documents do not name it', async () => {
    const caller = await withAccess();
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/security-questionnaire', { enabled: false });
    expect(hrefs(await get(caller.access))).not.toContain(`${caller.token}/questionnaire`);
    for (const answer of [await get(caller.at), await sendFile(caller.at)]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('No questionnaires are taken') });
      expectPrivate(answer);
    }
    expect(await caller.kept()).toEqual([]);
  });

  test('404 alike for links that do not work and runs of others', async () => {
    const [caller, other, over] = [await withAccess(), await withAccess(), await withAccess({ revoked_at: '2026-01-01T00:00:00.000Z' })];
    const sent = await sendFile(other.at);
    const run = (sent.headers.get('location') ?? '').split('/').at(-1);
    const places = [
      over.at,
      `/trust/${caller.address}/access/${other.token}/questionnaire`,
      `/trust/${caller.address}/access/x/questionnaire`,
    ];
    expectAlike([
      ...(await Promise.all(places.map(get))),
      ...(await Promise.all(places.map((place) => sendFile(place)))),
      await get(`${caller.at}/${run}`),
      await get(`${caller.at}/x`),
      await get(`${over.at}/${run}`),
    ]);
    expect((await get(`${other.at}/${run}`)).status).toBe(200);
  });

  test('429 by the limit of its own, with the form', async () => {
    const { at } = await withAccess();
    const { base, server } = await listenOn(app.database, testConfig({ ACCESS_QUESTIONNAIRE_RATE_LIMIT: '1', DATA_DIR: app.dataDir }));
    try {
      expect((await sendFile(at, {}, base)).status).toBe(303);
      const second = await sendFile(at, {}, base);
      expect(second).toMatchObject({ status: 429, text: expect.stringContaining('enctype="multipart/form-data"') });
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      server.close();
    }
  });
});
