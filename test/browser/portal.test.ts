/** Tests the public page of a trust portal in Chromium: light and dark, on a desktop and on a phone, with and without scripts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { publish } from '../support/portal.ts';
import { launchBrowser, isBrowserMissing } from './chromium.ts';

const app = startApp();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const attack = '<script>window.struck = true</script><img src=x onerror="window.struck = true"> [go](javascript:window.struck=true)';

describe.skipIf(isBrowserMissing)('the page of a trust portal in Chromium', () => {
  let browser: Browser;
  let [address, attackedAddress] = ['', ''];

  beforeAll(async () => {
    browser = await launchBrowser();
    const portalContent = {
      overviewTitle: 'How we work',
      overviewContent: `We are **careful**.\n\n## In short\n\n- one\n- [two](https://example.com)\n\n\`\`\`\n${'wide '.repeat(60)}\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
      faqs: [{ question: 'Where is our data kept?', answer: 'In the *EU*.' }],
      links: [{ title: 'Status of the service', description: 'What works', url: 'https://status.example.com' }],
      vendor: { name: 'Cloudwright', description: 'Hosting' },
      primaryColor: '#FFFF00',
      frameworks: [
        { framework: 'gdpr', enabled: true, status: 'compliant' },
        { framework: 'iso_27001', enabled: true, status: 'in_progress' },
      ],
    };
    const publisher = await app.caller();
    address = await publish(publisher.call, portalContent);
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF').toString('base64');
    await publisher.call('PUT', '/v1/trust-portal/compliance-resources', {
      body: { framework: 'gdpr', fileName: 'a.pdf', fileType: 'application/pdf', fileData: pdf },
    });
    attackedAddress = await publish((await app.caller()).call, {
      overviewTitle: attack,
      overviewContent: attack,
      faqs: [{ question: attack, answer: attack }],
      links: [{ title: attack.slice(0, 100), description: attack, url: 'https://example.com' }],
      vendor: { name: attack.slice(0, 200), description: attack },
    });
    return () => browser.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}) {
    const faults: string[] = [];
    const context = await browser.newContext({ viewport: desktop, ...options });
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== app.base) faults.push(`asked ${request.url()}`);
    });
    context.on('weberror', (error) => faults.push(error.error().message));
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(150_000);
    await page.goto(`${app.base}${path}`);
    return { page, faults };
  }

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    it.each([
      ['a desk', desktop],
      ['a phone', phone],
    ])('is accessible on %s, and is not wider than the window', async (_where, viewport) => {
      const { page, faults } = await open(`/trust/${address}`, { colorScheme, viewport });
      expect(await page.title()).toBe('Security at Test organization');
      for (const name of ['How we work', 'Compliance', 'Sub-processors', 'Questions and answers', 'More'])
        expect(await page.getByRole('heading', { name, level: 2 }).count(), name).toBe(1);
      expect(await page.getByText('Shown by a certificate or report').count()).toBe(1);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.getByText('Where is our data kept?').click();
      expect(await page.getByText('In the EU.').isVisible()).toBe(true);
      expect(faults).toEqual([]);
      // The policy of the page blocks its scripts, but not scripts that the test evaluates.
      const violations: AxeResults['violations'] = await page.evaluate(`${axe}; axe.run().then(({ violations }) => violations)`);
      expect(
        violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0]?.html]),
      ).toEqual([]);
      await page.context().close();
    });
  });

  it('looks and works the same without scripts', async () => {
    const { page, faults } = await open(`/trust/${address}`, { javaScriptEnabled: false });
    await page.getByText('Where is our data kept?').click();
    expect(await page.getByText('In the EU.').isVisible()).toBe(true);
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).fontSize")).toBe('32px');
    await page.getByRole('link', { name: 'Compliance' }).click();
    expect(page.url()).toMatch(/#frameworks$/);
    expect(faults).toEqual([]);
  });

  it('can be used with the keyboard only', async () => {
    const { page } = await open(`/trust/${address}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement?.id')).toBe('main');
  });

  it('runs no script from any text', async () => {
    const { page, faults } = await open(`/trust/${attackedAddress}`);
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await page.evaluate("'struck' in window")).toBe(false);
    expect(await page.locator('script, iframe, main img').count()).toBe(0);
    expect(await page.locator('a[href^="javascript" i]').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows an accessible page for a portal that does not exist', async () => {
    const { page } = await open('/trust/no-such-portal');
    expect(await page.getByRole('heading', { name: 'Page not found' }).count()).toBe(1);
    const violations: AxeResults['violations'] = await page.evaluate(`${axe}; axe.run().then(({ violations }) => violations)`);
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  });
});
