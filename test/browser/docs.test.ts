/** Tests the reference documentation in Chromium. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import express from 'express';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDocsRouter } from '#docs/router';
import { StaticFile } from '#docs/static-file';
import { operations } from '#generated/operations';
import { type Document, readContract } from '../../scripts/docs/contract.ts';
import { documentOf, groupsOf } from '../../scripts/docs/groups.ts';
import { launchBrowser, isBrowserMissing } from './chromium.ts';

const contract: Document = JSON.parse(readContract());
const groups = groupsOf(contract);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

describe.skipIf(isBrowserMissing)('the reference documentation in Chromium', () => {
  let browser: Browser;
  let site = '';

  beforeAll(async () => {
    browser = await launchBrowser();
    const server = express()
      .disable('etag')
      .use(createDocsRouter(new StaticFile(() => readFileSync('generated/openapi.json', 'utf8'))))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
    return async () => {
      await browser.close();
      server.close();
    };
  });

  /** Opens a page in a new profile. `faults` collects errors and requests that must not happen. */
  async function load(
    docsPath = '',
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<{ page: Page; faults: string[] }> {
    const faults: string[] = [];
    const context = await browser.newContext({ viewport: desktop, ...options });
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== site) faults.push(`asked ${request.url()}`);
    });
    context.on('weberror', (error) => faults.push(error.error().message));
    // Violations of the content security policy appear on the console, too.
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(150_000);
    await prepare?.(page);
    await page.goto(`${site}/docs/${docsPath}`);
    return { page, faults };
  }
  /** Opens a page and closes it when the test ends, because open pages take memory and time. */
  async function open(...parameters: Parameters<typeof load>): ReturnType<typeof load> {
    const openedPage = await load(...parameters);
    onTestFinished(() => openedPage.page.context().close());
    return openedPage;
  }
  const section = (page: Page, id: string) => page.locator(`[data-section-id="${id}"]`);
  /** @returns the distance of the heading of a section from the top of the window */
  const headingTop = async (page: Page, id: string) => (await section(page, id).getByRole('heading').first().boundingBox())?.y ?? Infinity;

  it.each(groups)('shows the operations of $name, calls no other host and breaks no accessibility rule', async ({ slug, areas }) => {
    const { page, faults } = await open(slug);
    const expectedOperations = Object.entries(operations).filter(([, { area }]) => areas.some(({ name }) => name === area));
    const renderedSections = page.locator('[data-section-id*="/operation/"]');
    await expect.poll(() => renderedSections.count()).toBe(expectedOperations.length);
    const expectedIds = expectedOperations.map(([id, { area }]) => `tag/${area}/operation/${id}`);
    expect((await renderedSections.evaluateAll((all) => all.map(({ id }) => id))).sort()).toEqual(expectedIds.sort());
    await page.waitForLoadState('networkidle');
    // Only sections near the window are rendered, so the page appears quickly for any number of operations.
    expect(await page.locator('*').count()).toBeLessThan(12_000);
    const [lastId, { area = '' } = {}] = expectedOperations.at(-1) ?? [];
    await section(page, `tag/${area}/operation/${lastId}`).scrollIntoViewIfNeeded();
    await section(page, `operation/${lastId}`).getByText('Request samples').waitFor();
    expect(faults).toEqual([]);
  });

  /** Expects that a section is at the top of the window and that its menu entry is active. */
  async function expectAt(page: Page, id: string) {
    await expect.poll(async () => Math.abs(await headingTop(page, id))).toBeLessThan(200);
    await page.waitForLoadState('networkidle');
    expect(Math.abs(await headingTop(page, id))).toBeLessThan(200);
    const entry = page.locator(`[role="menuitem"][data-item-id$="${id}"] label`).first();
    await expect.poll(async () => (await entry.boundingBox())?.y ?? Infinity).toBeLessThan(500);
    expect((await entry.boundingBox())?.y).toBeGreaterThan(0);
  }
  const lowWindow = { viewport: { width: 1440, height: 500 } };

  // Rendering this page takes half a minute, so one test checks everything on it.
  it('shows every operation on one page, and all#operation/getRisk leads to its section and menu entry', { timeout: 600_000 }, async () => {
    const { page, faults } = await open('all#operation/getRisk', lowWindow);
    const renderedSections = page.locator('[data-section-id^="operation/"]');
    const ids = Object.keys(operations).map((id) => `operation/${id}`);
    await expect.poll(() => renderedSections.count(), { timeout: 500_000 }).toBe(ids.length);
    expect((await renderedSections.evaluateAll((all) => all.map(({ id }) => id))).sort()).toEqual(ids.sort());
    await expectAt(page, 'operation/getRisk');
    // The screenshot shows people the result of CI. It is not part of the project.
    await page.screenshot({ path: '.ci/artifacts/reference.png' });
    expect(await page.getByText('Request samples').count()).toBe(ids.length);
    expect(await page.title()).toMatch(/: API reference$/);
    expect(await page.getByRole('img', { name: 'redocly logo' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  /** Types into the search. @returns the results with their links, best first */
  async function find(page: Page, query: string): Promise<string[]> {
    await page.getByRole('searchbox').fill(query);
    await page.locator(`search[data-answered="${query}"]`).waitFor();
    return page.locator('#found a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  }

  it.each([
    ['a status', '409', 'errors.html#409'],
    ['an operation', 'createRisk', 'risk-management.html#tag/risks/operation/createRisk'],
  ])('leads from a search result to %s', async (_what, query, docsPath) => {
    const { page, faults } = await open();
    await find(page, query);
    await page.locator(`#found a[href="${docsPath}"]`).click();
    await expect.poll(() => page.url()).toBe(`${site}/docs/${docsPath}`);
    expect(faults).toEqual([]);
  });

  describe('finds', () => {
    let page: Page;
    let faults: string[];
    beforeAll(async () => {
      ({ page, faults } = await load());
      return () => page.context().close();
    });

    it.each([
      ['an operation by its id', 'createRisk', 'risk-management.html#tag/risks/operation/createRisk'],
      ['an operation by its path', '/v1/soa/export', 'audits.html#tag/soa/operation/exportSoa'],
      ['an operation by its summary', 'accept a risk', 'risk-management.html#tag/risks/operation/createRiskAcceptance'],
      ['an operation by a field', 'residual_probability', 'risk-management.html#tag/risks/operation/updateRisk'],
      ['a status', '409', 'errors.html#409'],
      ['a code', 'session_required', 'errors.html#session_required'],
      ['a guide', 'pagination', 'guides.html#paging'],
      ['a workflow', 'life of a connection', 'workflows.html#connect-integration'],
      ['what is spelled wrongly', 'idempotancy', 'guides.html#idempotency'],
    ])('%s', async (_what, query, docsPath) => {
      const results = await find(page, query);
      expect(query === 'residual_probability' ? results : results.slice(0, 1)).toContain(docsPath);
      expect(faults).toEqual([]);
    });
  });

  it('answers a search within 50 ms, and can be used with the keyboard only', async () => {
    const { page, faults } = await open('guides');
    const times: number[] = [];
    for (const query of [
      'r',
      'ri',
      'risk',
      'createRisk',
      '409',
      'pagination',
      'status',
      'member e-mail',
      'v1',
      'list',
      'nothing-of-this',
    ]) {
      await find(page, query);
      times.push(Number(await page.locator('search').getAttribute('data-milliseconds')));
    }
    expect(times.sort((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(50);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#found').isHidden()).toBe(true);
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('exportSoa');
    await page.locator('search[data-answered="exportSoa"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toBe(`${site}/docs/audits.html#tag/soa/operation/exportSoa`);
    expect(faults).toEqual([]);
  });

  it.each([
    ['risk-management#tag/task-management/operation/createTaskItem', 'tag/task-management/operation/createTaskItem'],
    ['integrations#tag/integrations/operation/syncProviderEmployees', 'tag/integrations/operation/syncProviderEmployees'],
    ['integrations#operation/syncProviderEmployees', 'operation/syncProviderEmployees'],
    ['risk-management#tag/task-management', 'tag/task-management'],
  ])('opens %s at its section and in the menu', async (docsPath, id) => {
    const { page, faults } = await open(docsPath, lowWindow);
    await expectAt(page, id);
    expect(faults).toEqual([]);
  });

  it('opens all#section/Errors at its section and in the menu', async () => {
    // The page has the texts before the operations, and the operations of one group.
    const { page, faults } = await open('all#section/Errors', lowWindow, (openedPage) =>
      openedPage.route('**/all.json', async (route) => {
        const completeDocument: Document = JSON.parse(await (await fetch(`${site}/docs/all.json`)).text());
        const [group] = groupsOf(completeDocument);
        await route.fulfill({ json: group && documentOf(completeDocument, group, completeDocument.info.description) });
      }),
    );
    await expectAt(page, 'section/Errors');
    expect(faults).toEqual([]);
  });

  it.each([
    ['#operation/getRisk', 'risk-management.html#tag/risks/operation/getRisk'],
    ['#tag/risks/operation/getRisk', 'risk-management.html#tag/risks/operation/getRisk'],
    ['#tag/risks', 'risk-management.html#tag/risks'],
    ['#section/Errors', 'guides.html#errors'],
    ['#section/Lists', 'guides.html'],
  ])('leads from the former address %s to %s', async (hash, docsPath) => {
    const { page } = await open(hash);
    await expect.poll(() => page.url()).toBe(`${site}/docs/${docsPath}`);
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    it.each([
      ['', desktop],
      ['', phone],
      ['guides', desktop],
      ['errors', phone],
      ['workflows', desktop],
      ['workflows', phone],
      ['risk-management', desktop],
      ['collaboration#tag/attachments/operation/createAttachment', desktop],
      ['integrations', phone],
    ] as const)('%j is accessible at %o, and is not wider than the window', async (docsPath, viewport) => {
      const { page } = await open(docsPath, { colorScheme, viewport });
      const [, id] = docsPath.split('#');
      const hasOperations = /^(risk|collaboration|integrations)/.test(docsPath);
      // An operation is rendered when it comes near the window. The description of the area is above the first operation.
      const firstOperation = page.locator('[data-section-id*="/operation/"]').first();
      if (hasOperations && !id) await firstOperation.scrollIntoViewIfNeeded();
      if (hasOperations) await (id ? section(page, id) : page.locator('main')).getByText('Request samples').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate(axe);
      // In the dark mode only the colors differ, so only the rules for colors are checked.
      const rules = colorScheme === 'dark' ? ", runOnly: ['color-contrast', 'link-in-text-block']" : '';
      const { violations }: AxeResults = await page.evaluate(`axe.run(document, { resultTypes: ['violations']${rules} })`);
      expect(violations.map(({ id: rule, nodes }) => [rule, ...nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    });
  });

  it.each(['guides', 'risk-management'])('leads from %s to the page of each group', async (docsPath) => {
    const { page } = await open(docsPath);
    await page.getByRole('button', { name: 'Operations' }).click();
    const list = page.locator('#groups');
    expect(await list.getByRole('link').allTextContents()).toEqual([...groups.map(({ name }) => name), 'All on one page']);
    await list.getByRole('link', { name: 'Audits', exact: true }).click();
    await expect.poll(() => page.url()).toBe(`${site}/docs/audits.html`);
    expect(await list.isHidden()).toBe(true);
  });

  it('leads from /docs to /docs/ and sends an unchanged file only once', async () => {
    const { page } = await open();
    await page.goto(`${site}/docs`);
    expect(page.url()).toBe(`${site}/docs/`);
    const script = `${site}/docs/redoc.standalone.js`;
    const { etag = '' } = (await page.request.get(script)).headers();
    expect((await page.request.get(script, { headers: { 'If-None-Match': etag } })).status()).toBe(304);
    expect((await page.request.get(`${site}/docs/nothing`)).status()).toBe(404);
  });

  it.each(['', 'risk-management'])('links to the contract without JavaScript (%j)', async (docsPath) => {
    const { page } = await open(docsPath, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'openapi.json' }).click();
    expect(page.url()).toBe(`${site}/docs/openapi.json`);
  });
});
