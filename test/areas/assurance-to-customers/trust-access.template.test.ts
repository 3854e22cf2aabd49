/** Agreements with a text that the installation provides (trust-access, rule 9). */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { NdaTemplate } from '#platform/ports/nda-template';
import { call as send, startApp, testConfig } from '../../support/app.ts';
import { recordAnswers, createRecordingLog } from '../../support/observed.ts';
import { wordsOf } from '../../support/pdf.ts';
import { publishPortal, requestAccess, tokenMailedTo } from '../../support/trust-access.ts';

const app = startApp();
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com' };
const markup = `<script>alert(1)</script><img src=x onerror=alert(1)> {{organization}} \${name}`;

let base: string;
let organizationWithText: string;
beforeAll(async () => {
  const ndaTemplate: NdaTemplate = {
    sectionsFor: (organizationId, { organization, person }) =>
      Promise.resolve(
        organizationId === organizationWithText
          ? [
              {
                heading: `Secrets of ${organization} ${markup}`,
                paragraphs: [`${person} tells nobody.`, markup, 'A long one. '.repeat(800)],
              },
              { heading: 'Law', paragraphs: [] },
            ]
          : undefined,
      ),
  };
  const config = testConfig({ DATA_DIR: app.dataDir });
  const { app: handler } = createApp(app.database, config, { ...app.ports, ndaTemplate }, createRecordingLog(config.logLevel));
  const server = http.createServer(recordAnswers(handler)).listen(0, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

const call = (method: string, url: string, options = {}) => send(base, method, url, options);

/** Approves a request for access. @returns the caller with the token of the signing link */
async function approveRequest() {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const id = await requestAccess(app.call, caller, address, ines);
  await caller.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, { body: {} });
  return { ...caller, token: await tokenMailedTo(app.database, caller, ines.email, 'nda') };
}

test('200 shows the provided text as plain text on the page and in the PDF, also with markup, and the signed PDF contains the text', async () => {
  const { organization, token } = await approveRequest();
  organizationWithText = organization.id;
  const ndaUrl = `/v1/trust-access/nda/${token}`;
  const { body: view } = await call('GET', ndaUrl);
  expect(view.sections[0]).toMatchObject({
    heading: `Secrets of Test organization ${markup}`,
    paragraphs: [`${ines.name} tells nobody.`, markup, expect.any(String)],
  });
  const { text } = await call('GET', `/trust/nda/${token}`);
  expect(text).not.toMatch(/<(?:script|img)/i);
  expect(text).toContain('1. Secrets of Test organization &lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toContain('This agreement begins with the signature');
  expect(await wordsOf((await call('GET', `${ndaUrl}/preview`)).bytes)).toContain(`${ines.name} tells nobody.`);
  const signed = await call('POST', `${ndaUrl}/sign`, { body: { ...ines, accept: true } });
  expect(signed).toMatchObject({ status: 200 });
  const { pathname, search } = new URL(signed.body.pdfDownloadUrl);
  const pdf = (await call('GET', pathname + search)).bytes;
  const words = await wordsOf(pdf);
  for (const part of [`${ines.name} tells nobody.`, '<script>alert(1)</script>', '2. Law', `Signed electronically by ${ines.name}`])
    expect(words).toContain(part);
  const agreementRow = await app.database.system
    .selectFrom('trust_nda_agreement')
    .select('pdf_sha256 as sha256')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(agreementRow.sha256);
});

test('200 returns the default text for an organization without a text of its own', async () => {
  const { token } = await approveRequest();
  expect((await call('GET', `/v1/trust-access/nda/${token}`)).body.sections).toContainEqual(
    expect.objectContaining({ heading: 'Duration' }),
  );
});
