/** Tests the pages behind links in e-mails in Chromium: all steps of a visitor and of an auditor, without scripts, and accessible. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { listenOn, startApp, testConfig } from '../support/app.ts';
import { pdfOf } from '../support/documents.ts';
import { callSuccessfully, lettersOf } from '../support/letters.ts';
import { wordsOf } from '../support/pdf.ts';
import { waitForWork } from '../support/runs.ts';
import { publishPortal, tokenMailedTo } from '../support/trust-access.ts';
import { launchBrowser, isBrowserMissing } from './chromium.ts';

const app = startApp();
const { open: openLetter, token: letterToken } = lettersOf(app);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const phone = { width: 390, height: 844 };
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com' };
const markup = '<script>window.struck = true</script><img src=x onerror="window.struck = true">';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe.skipIf(isBrowserMissing)('the pages that links lead to in Chromium', () => {
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    // Links in pages use the public address of the service, so this must be its actual address.
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const { server } = await listenOn(app.database, testConfig({ BASE_URL: base, DATA_DIR: app.dataDir }), port);
    return async () => {
      await browser.close();
      server.close();
    };
  });

  /** Opens a browser that records errors and unexpected requests. */
  async function browse(options: BrowserContextOptions = {}) {
    const faults: string[] = [];
    const context = await browser.newContext({ viewport: phone, ...options });
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== base) faults.push(`asked ${request.url()}`);
      // The request for the icon of a public page contains the address of the page, which is not secret.
      const { referer = '' } = request.headers();
      if (/\/(?:nda|access|letters)\//.test(referer)) faults.push(`told ${request.url()} where it came from`);
    });
    context.on('weberror', (error) => faults.push(error.error().message));
    context.on('console', (message) => {
      // Some tests expect that a form is rejected with 400.
      if (['error', 'warning'].includes(message.type()) && !message.text().includes('status of 400')) faults.push(message.text());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(150_000);
    const openPath = (path: string) => page.goto(base + path);
    return { page, faults, openPath };
  }

  async function expectAccessible(page: Page) {
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const violations: AxeResults['violations'] = await page.evaluate(`${axe}; axe.run().then(({ violations }) => violations)`);
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0]?.html]),
    ).toEqual([]);
  }

  async function approve(caller: Awaited<ReturnType<typeof app.caller>>) {
    const { data } = (await caller.call('GET', '/v1/trust-access/admin/requests')).body;
    await callSuccessfully(caller.call, 'POST', `/v1/trust-access/admin/requests/${data[0].id}/approve`, {});
    return tokenMailedTo(app.database, caller, ines.email, 'nda');
  }

  async function releaseAnswers(caller: Awaited<ReturnType<typeof app.caller>>) {
    const questionnaires = '/v1/trust-access/admin/questionnaires';
    const { data } = (await caller.call('GET', questionnaires)).body;
    const { answersHash } = (await caller.call('GET', `${questionnaires}/${data[0].id}`)).body;
    await callSuccessfully(caller.inPerson, 'POST', `${questionnaires}/${data[0].id}/release`, { answersHash });
    await waitForWork(app.database, caller.organization.id);
  }

  async function createPortal() {
    const caller = await app.caller();
    const address = await publishPortal(caller);
    const bytes = await pdfOf((pdf) => pdf.text('Findings: none'));
    await callSuccessfully(caller.call, 'POST', '/v1/trust-portal/documents', {
      fileName: 'Penetration test.pdf',
      fileType: 'application/pdf',
      fileData: bytes.toString('base64'),
      description: 'Of this year',
    });
    return { caller, address };
  }

  it('lead a visitor without scripts from the request to the documents, only by e-mails and links', async () => {
    const { caller, address } = await createPortal();
    const { page, faults, openPath } = await browse({ javaScriptEnabled: false });
    await openPath(`/trust/${address}`);
    await page.getByRole('link', { name: 'Request access' }).click();
    await page.getByLabel('Your name').fill(ines.name);
    await page.getByLabel('Your e-mail address').fill(ines.email);
    await page.getByLabel('What you need the documents for').fill('To buy');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('heading', { name: 'Thank you for your request' }).waitFor();

    await openPath(`/trust/nda/${await approve(caller)}`);
    await page.getByRole('heading', { name: '4. Duration' }).waitFor();
    // The form already has the address of the request. The consent is missing, which the browser itself reports.
    await page.getByRole('button', { name: 'Sign the agreement' }).click();
    expect(await page.getByRole('heading', { name: 'Non-disclosure agreement' }).count()).toBe(1);
    await page.getByLabel('I have read the agreement').check();
    await page.getByLabel('Your name').fill(' x ');
    await page.getByRole('button', { name: 'Sign the agreement' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Your name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('I have read the agreement').isChecked()).toBe(true);
    await page.getByLabel('Your name').fill('Ines M. Harbor');
    await page.getByRole('button', { name: 'Sign the agreement' }).click();
    await page.getByRole('link', { name: 'Go to the documents' }).click();
    await page.getByRole('heading', { name: 'Documents of Test organization' }).waitFor();

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Penetration test.pdf' }).click()]);
    expect(download.suggestedFilename()).toBe('Penetration test.pdf');
    const words = await wordsOf(readFileSync(await download.path()));
    expect(words).toContain('Findings: none');
    expect(words).toContain(`requested by ${ines.email}`);

    await page.getByRole('link', { name: 'Have a questionnaire answered' }).click();
    const questions = {
      name: 'questions.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from('Question\nDo you test backups?\n'),
    };
    await page.getByLabel('Your questionnaire').setInputFiles(questions);
    await page.getByRole('button', { name: 'Send the questionnaire' }).click();
    await page.getByRole('heading', { name: /^Your questionnaire is / }).waitFor();
    await waitForWork(app.database, caller.organization.id);
    await page.reload();
    await page.getByRole('heading', { name: 'Your answers are being checked' }).waitFor();
    await releaseAnswers(caller);
    await page.reload();
    // Another server has executed the run, so the link contains the address of that server.
    const link = new URL((await page.getByRole('link', { name: 'Download the answers (ZIP)' }).getAttribute('href')) ?? '');
    expect((await fetch(base + link.pathname + link.search)).headers.get('content-disposition')).toContain('questions - answers.zip');
    await page.getByRole('link', { name: 'Send another questionnaire' }).click();
    await page.getByRole('link', { name: 'Back to the documents' }).click();
    await page.getByRole('heading', { name: 'Documents of Test organization' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('lead an auditor without scripts from the e-mail to the signed letter', async () => {
    const caller = await app.caller();
    const letter = await openLetter(caller);
    const { page, faults, openPath } = await browse({ javaScriptEnabled: false });
    await openPath(`/letters/${await letterToken(caller)}`);
    expect(await page.getByText('hosting service').isVisible()).toBe(true);
    await page.getByText('Decline the letter instead').click();
    expect(await page.getByLabel('Why you decline').isVisible()).toBe(true);
    await page.getByLabel('Your position').fill('Partner');
    await page.getByLabel('I have read the letter').check();
    await page.getByRole('button', { name: 'Sign the letter' }).click();
    await page.getByRole('heading', { name: 'Thank you for signing' }).waitFor();
    expect((await callSuccessfully(caller.call, 'GET', `/v1/letters-of-engagement/${letter.id}`)).status).toBe('partially_signed');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('are accessible and can be filled in on a phone, in %s', async (colorScheme) => {
    const { caller, address } = await createPortal();
    const { page, faults, openPath } = await browse({ colorScheme });
    await openPath(`/trust/${address}/recover`);
    await expectAccessible(page);
    await openPath(`/trust/${address}/request`);
    await expectAccessible(page);
    // Another program might send a form that a browser would not send.
    await page.evaluate("for (const field of document.querySelectorAll('[required]')) field.required = false");
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Your name').fill(ines.name);
    await page.getByLabel('Your e-mail address').fill(ines.email);
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('heading', { name: 'Thank you for your request' }).waitFor();
    await expectAccessible(page);

    const token = await approve(caller);
    await openPath(`/trust/nda/${token}`);
    await expectAccessible(page);
    await page.getByLabel('I have read the agreement').check();
    await page.getByRole('button', { name: 'Sign the agreement' }).click();
    await page.getByRole('link', { name: 'Go to the documents' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the documents' }).click();
    await page.getByRole('heading', { name: 'Penetration test.pdf' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Have a questionnaire answered' }).click();
    await page.evaluate("document.querySelector('[type=file]').required = false");
    await page.getByRole('button', { name: 'Send the questionnaire' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page
      .getByLabel('Your questionnaire')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Do you test backups?') });
    await page.getByRole('button', { name: 'Send the questionnaire' }).click();
    await page.getByRole('heading', { name: /^Your questionnaire is / }).waitFor();
    await expectAccessible(page);
    await openPath(`/trust/nda/${token}`);
    await page.getByRole('heading', { name: 'This agreement is signed' }).waitFor();
    await expectAccessible(page);

    await openLetter(caller, { otherTerms: `| a | b |\n|---|---|\n| ${'wide'.repeat(40)} | 2 |\n\n\`\`\`\n${'wide '.repeat(60)}\n\`\`\`` });
    await openPath(`/letters/${await letterToken(caller)}`);
    await page.getByText('Decline the letter instead').click();
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('run no script from any text', async () => {
    const { caller, address } = await createPortal();
    await callSuccessfully(caller.call, 'POST', '/v1/trust-portal/documents', {
      fileName: `${markup}.txt`,
      fileType: 'text/plain',
      fileData: Buffer.from('text').toString('base64'),
      description: markup,
    });
    await callSuccessfully(app.call, 'POST', `/v1/trust-access/${address}/requests`, { ...ines, name: markup, company: markup });
    const { page, faults, openPath } = await browse();
    await openPath(`/trust/nda/${await approve(caller)}`);
    await page.getByLabel('I have read the agreement').check();
    await page.getByRole('button', { name: 'Sign the agreement' }).click();
    await page.getByRole('link', { name: 'Go to the documents' }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    expect(await page.locator('script, iframe, img').count()).toBe(0);
    await openLetter(caller, { scope: markup, title: markup, deliverables: [markup] });
    await openPath(`/letters/${await letterToken(caller)}`);
    await page.getByRole('heading', { name: markup }).waitFor();
    expect(await page.evaluate("'struck' in window")).toBe(false);
    expect(await page.locator('script, iframe, img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
