import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { docs } from '../../server/docs/router.ts';
import { StaticFile } from '../../server/docs/static-file.ts';
import { operations } from '../../generated/operations.ts';
import { launchBrowser, noBrowser } from './chromium.ts';

describe.skipIf(noBrowser)('the reference documentation in Chromium', () => {
  let browser: Browser;
  let site = '';

  beforeAll(async () => {
    browser = await launchBrowser();
    const server = express()
      .disable('etag')
      .use(docs(new StaticFile(readFileSync('generated/openapi.json', 'utf8'))))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
    return async () => {
      await browser.close();
      server.close();
    };
  });

  /** Opens the reference in a fresh profile; `faults` fills with what must not happen there. */
  async function open(hash = ''): Promise<{ page: Page; faults: string[] }> {
    const faults: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== site) faults.push(`asked ${request.url()}`);
    });
    context.on('weberror', (error) => faults.push(error.error().message));
    // What the content security policy refuses is said on the console, too.
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${site}/docs/${hash}`);
    return { page, faults };
  }

  it('shows every operation, asks no other host and breaks no rule', async () => {
    const { page, faults } = await open();
    const ids = Object.keys(operations);
    for (const id of ids) await page.locator(`[data-section-id="operation/${id}"]`).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    // For who looks at what CI saw; not kept with the project.
    await page.screenshot({ path: '.ci/artifacts/reference.png' });
    expect(await page.title()).toMatch(/: API reference$/);
    expect(await page.getByRole('img', { name: 'redocly logo' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('finds an operation by search', async () => {
    const { page, faults } = await open();
    await page.getByPlaceholder('Search...').fill('risk');
    await page.locator('[data-role="search:results"] [data-item-id$="operation/listRisks"]').click();
    await expect.poll(() => page.url()).toBe(`${site}/docs/#tag/risks/operation/listRisks`);
    await page.screenshot({ path: '.ci/artifacts/search.png' });
    expect(faults).toEqual([]);
  });

  it.each([
    ['#operation/getRisk', 'operation/getRisk'],
    ['#tag/risks/operation/getRisk', 'operation/getRisk'],
    ['#tag/risks', 'tag/risks'],
    ['#section/Errors', 'section/Errors'],
  ])('opens %s where it belongs', async (hash, section) => {
    const { page, faults } = await open(hash);
    const heading = page.locator(`[data-section-id="${section}"]`).getByRole('heading').first();
    await expect.poll(async () => Math.abs((await heading.boundingBox())?.y ?? Infinity)).toBeLessThan(200);
    expect(faults).toEqual([]);
  });

  it('leads from /docs to /docs/ and sends an unchanged file only once', async () => {
    const { page } = await open();
    await page.goto(`${site}/docs`);
    expect(page.url()).toBe(`${site}/docs/`);
    const script = `${site}/docs/redoc.standalone.js`;
    const { etag = '' } = (await page.request.get(script)).headers();
    expect((await page.request.get(script, { headers: { 'If-None-Match': etag } })).status()).toBe(304);
  });

  it('says without JavaScript where the contract is', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site}/docs/`);
    await page.getByRole('link', { name: 'openapi.json' }).click();
    expect(page.url()).toBe(`${site}/docs/openapi.json`);
  });
});
