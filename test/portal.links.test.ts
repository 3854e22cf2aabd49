/** The pages that the links in mails lead to, over HTTP: agreements, documents, requests and recoveries (spec/areas/trust-access, rule 20). */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from './support/app.ts';
import { expectPrivate, hrefs, sendForm } from './support/link-pages.ts';
import { insertGrant, mailsOf, published, tokenMailedTo } from './support/trust-access.ts';

const app = startApp();
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => app.call('GET', path, { headers });
const post = (path: string, values: Readonly<Record<string, string>>) => sendForm(app.base, path, values);
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com', company: 'Harbor Clinics' };

describe('smoke', () => {
  test('flow', async () => {
    const caller = await app.caller();
    const address = await published(caller);
    const page = await get(`/trust/${address}`);
    expect(page.text).toContain(`${address}/request`);
    const form = await get(`/trust/${address}/request`);
    console.log(form.status, form.text, form.headers);
    const sent = await post(`/trust/${address}/request`, { ...ines, jobTitle: '', purpose: '', requestedDurationDays: '60' });
    console.log(sent.status, sent.text);
    const [{ id }] = (await caller.call('GET', '/v1/trust-access/admin/requests')).body.data;
    const r = await caller.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, { body: {} });
    expect(r.status).toBe(200);
    const token = await tokenMailedTo(app.database, caller, ines.email, 'nda');
    const nda = await get(`/trust/nda/${token}`);
    console.log(nda.status, nda.text, nda.headers);
    const bad = await post(`/trust/nda/${token}`, { name: 'x', email: 'wrong@example.com' });
    console.log(bad.status, bad.text);
    const signed = await post(`/trust/nda/${token}`, { name: 'Ines', email: 'ines@harbor.example.com', accept: 'yes' });
    console.log(signed.status, signed.text);
    const access = await tokenMailedTo(app.database, caller, ines.email, 'access');
    const docs = await get(`/trust/${address}/access/${access}`);
    console.log(docs.status, docs.text);
  });
});
