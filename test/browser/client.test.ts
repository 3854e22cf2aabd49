/** Tests the packed client in a page of another origin: as modules, without a bundler, in a real browser. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import express from 'express';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { listenOn, startApp, testConfig } from '../support/app.ts';
import { installClient } from '../support/client-package.ts';
import { freePort } from '../support/free-port.ts';
import { launchBrowser, isBrowserMissing } from './chromium.ts';

const imports = {
  'compliance-automation-client': '/compliance-automation-client/client.js',
  'openapi-fetch': '/openapi-fetch/dist/index.mjs',
};

describe.skipIf(isBrowserMissing)('the client in Chromium', () => {
  const app = startApp();
  let browser: Browser;
  let site = '';
  beforeAll(async () => {
    const { project } = await installClient();
    browser = await launchBrowser();
    const server = express()
      .use(express.static(path.join(project, 'node_modules')))
      .get('/', (_request, response) => void response.send(`<script type="importmap">${JSON.stringify({ imports })}</script>`))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    site = `http://localhost:${typeof address === 'object' ? address?.port : address}`;
    return async () => {
      await browser.close();
      server.close();
      rmSync(project, { recursive: true });
    };
  });

  it('makes calls in the session of a user, reads pages, sends and receives files, and knows the enumerations', async () => {
    const { organization, token } = await app.caller();
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(site);
    const result: unknown =
      await page.evaluate(`import('compliance-automation-client').then(async ({ ApiError, createClient, orThrow, RiskStatus }) => {
      const client = createClient({ baseUrl: '${app.base}', session: () => '${token}', organizationId: '${organization.id}' });
      const body = { title: 'Fire', description: 'It burns.', category: 'technology', status: RiskStatus.pending };
      for (const title of ['Fire', 'Flood']) await orThrow(client.POST('/v1/risks', { body: { ...body, title } }));
      const titles = [];
      for await (const { title } of client.list('/v1/risks', { params: { query: { limit: 1 } } })) titles.push(title);
      const missing = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_none' } } })).catch((reason) => reason);
      const asked = { purpose: 'attachment', fileName: 'minutes.txt', fileType: 'text/plain' };
      const { id, uploadUrl } = await orThrow(client.POST('/v1/uploads/presign', { body: asked }));
      const { expires, signature } = Object.fromEntries(new URL(uploadUrl).searchParams);
      const file = new Blob(['Minutes'], { type: 'text/plain' });
      const { response } = await client.PUT('/v1/uploads/{id}/content', { params: { path: { id }, query: { expires, signature } }, body: file });
      const log = await orThrow(client.GET('/v1/audit-logs/export'));
      return [Object.values(RiskStatus), titles, missing instanceof ApiError, missing.status, missing.requestId !== undefined, response.status, log instanceof Blob];
    })`);
    expect(result).toEqual([['open', 'pending', 'closed', 'archived'], ['Flood', 'Fire'], true, 404, true, 200, true]);
    expect(faults).toEqual([]);
  });
  it('uploads a file with its progress, stops an upload, and downloads a file with its name', async () => {
    const { organization, token } = await app.caller();
    // The links of this server lead to itself.
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    await listenOn(app.database, testConfig({ BASE_URL: base }), port);
    const page = await browser.newPage();
    await page.goto(site);
    const result: unknown = await page.evaluate(`import('compliance-automation-client').then(async ({ createClient, orThrow }) => {
      const client = createClient({ baseUrl: '${base}', session: () => '${token}', organizationId: '${organization.id}' });
      const file = new File(['x'.repeat(3_000_000)], 'Größe.txt', { type: 'text/plain' });
      const progress = [];
      const fileKey = await client.upload(file, { purpose: 'attachment', onProgress: (state) => progress.push(state) });
      const risk = await orThrow(client.POST('/v1/risks', { body: { title: 'Fire', description: 'It burns.', category: 'technology' } }));
      const body = { entityType: 'risk', entityId: risk.data.id, fileName: file.name, fileType: file.type, fileKey };
      const { id } = await orThrow(client.POST('/v1/attachments', { body }));
      const found = await client.download('/v1/attachments/{attachmentId}/download', { params: { path: { attachmentId: id } } });
      const controller = new AbortController();
      const stop = () => controller.abort(new Error('The dialog was closed'));
      const stopped = await client.upload(file, { onProgress: stop, signal: controller.signal }).catch(({ message }) => message);
      const refused = await client.upload(file, { fileName: '', onProgress: stop }).catch(({ status }) => status);
      return [progress.at(-1), found.name, found.size, found instanceof File, stopped, refused];
    })`);
    const size = 3_000_000;
    expect(result).toEqual([{ sent: size, total: size }, 'Größe.txt', size, true, 'The dialog was closed', 400]);
  });
});
