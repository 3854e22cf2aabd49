/** Tests the public page of a trust portal, over HTTP. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { escapeHtml, html, safeHref } from '#portal/html';
import { claimOf, frameworks } from '#portal/claims';
import { renderMarkdown } from '#portal/markdown';
import { listenOn, startApp, testConfig } from './support/app.ts';
import { adopt, frameworkId } from './support/frameworks.ts';
import { askAs, callSuccessfully, publish } from './support/portal.ts';

const app = startApp();
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => app.call('GET', path, { headers });

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><svg/onload=alert(1)>',
  '</title><iframe src="javascript:alert(1)"></iframe>',
  '${alert(1)} {{alert(1)}} <!--',
  '[x](javascript:alert(1)) [y](data:text/html,<script>1</script>) ![z](https://elsewhere.example/p.png)',
  '`</code><script>` <details open ontoggle=alert(1)>',
] as const;
const attack = attacks.join(' ');

/** Expects that markup contains only allowed elements, without event handlers, styles or scripts. */
function expectHarmless(markup: string) {
  const body = markup.slice(markup.indexOf('<body>'));
  const allowedElements =
    /^(?:a|blockquote|body|br|code|del|details|div|em|footer|h[1-6]|header|hr|html|img|input|li|main|nav|ol|p|pre|section|strong|summary|table|tbody|td|th|thead|time|tr|ul)$/;
  for (const [tag, name = '', attributes = ''] of body.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)) {
    expect(name.toLowerCase(), tag).toMatch(allowedElements);
    expect(attributes, tag).not.toMatch(/\s(?:on\w+|style|srcdoc|formaction)/i);
  }
  // Any other text that begins with < would be markup that the pattern above does not match.
  expect(body.replace(/<\/?[a-z0-9]+(?:\s+[a-z-]+(?:="[^"]*")?)*\s*\/?>/gi, '')).not.toContain('<');
  expect(markup).not.toMatch(/(?:href|src)="(?!(?:https?:|mailto:|#)|[a-z0-9_-]+\/(?:favicon|badges\/|request"|recover"))[^"]*"/i);
  expect(body).not.toMatch(/src="https?:/);
}

describe('a published portal', () => {
  test('is shown at its friendly address and at the id of its organization, with all its content', async () => {
    const { call, organization } = await app.caller();
    const address = await publish(call, {
      overviewTitle: 'How we work',
      overviewContent: 'We are **careful**.\n\n# Heading\n\n- one\n- [two](https://example.com/a?b=1&c=2)',
      faqs: [{ question: 'Where is it?', answer: 'In the *EU*.' }],
      links: [{ title: 'Status', description: 'Of the service', url: 'https://status.example.com/' }],
      vendor: { name: 'Cloudwright', description: 'Hosting' },
      frameworks: [{ framework: 'gdpr', enabled: true, status: 'in_progress' }],
    });
    const page = await get(`/trust/${address}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const words of [
      '<h1>Security at Test organization</h1>',
      '<h2 id="overview-title">How we work</h2>',
      '<strong>careful</strong>',
      '<h4>Heading</h4>',
      'href="https://example.com/a?b=1&amp;c=2"',
      '<summary>Where is it?</summary>',
      '<p>In the <em>EU</em>.</p>',
      '<a href="https://status.example.com/" rel="nofollow noopener noreferrer">Status</a>',
      '>Cloudwright</a>',
      'ISO 27001',
      '<h3>GDPR</h3>',
      'In progress',
      'mailto:security%40example.com',
      '--accent:#7A1FA2',
      'Last updated',
    ])
      expect(page.text).toContain(words);
    expectHarmless(page.text);
    expect((await get(`/trust/${organization.id}`)).status).toBe(200);
    const slash = await get(`/trust/${address}/`);
    expect(slash).toMatchObject({ status: 308 });
    expect(slash.headers.get('location')).toBe(`../${address}`);
  });
  test('shows no hidden, inactive or disabled content, and no address of a person', async () => {
    const { call } = await app.caller();
    const address = await publish(call, {
      overviewContent: 'Hidden overview',
      links: [{ title: 'Retired link', url: 'https://example.com' }],
      frameworks: [{ framework: 'hipaa', enabled: false, status: 'compliant' }],
    });
    await callSuccessfully(call, 'PATCH', '/v1/trust-portal/overview', { showOverview: false });
    const [link] = (await call('GET', '/v1/trust-portal/custom-links')).body.data;
    await callSuccessfully(call, 'PATCH', `/v1/trust-portal/custom-links/${link.id}`, { isActive: false });
    await callSuccessfully(call, 'POST', '/v1/vendors', { name: 'Secret supplier', description: 'x', category: 'cloud' }).catch(
      () => undefined,
    );
    await callSuccessfully(call, 'PUT', '/v1/trust-portal/settings/allowed-emails', { emails: ['friend@example.net'] });
    const { text } = await get(`/trust/${address}`);
    expect(text).not.toMatch(/Hidden overview|Retired link|HIPAA|Secret supplier|friend@|Olive Owner/);
  });
  test('contains no markup from any of its texts', async () => {
    const { call, organization } = await app.caller();
    await app.database.system.updateTable('organization').set({ name: attack }).where('id', '=', organization.id).execute();
    const address = await publish(call, {
      overviewTitle: attack.slice(0, 200),
      overviewContent: attack,
      faqs: [...attacks, attack.slice(0, 500)].map((text) => ({ question: text, answer: `An answer ${text}` })),
      links: attacks.map((text) => ({
        title: text.slice(0, 100),
        description: text,
        url: `https://example.com/?${encodeURIComponent(text)}"><b>`,
      })),
      vendor: { name: attack.slice(0, 200), description: attack },
      frameworks: [{ framework: 'soc3', enabled: true }],
    });
    // These texts are written directly to the tables, without validation.
    await app.database.system
      .updateTable('trust_portal')
      .set({ overview_content: attack, contact_email: `a"><script>@example.com` })
      .where('organization_id', '=', organization.id)
      .execute();
    await app.database.system.updateTable('trust_faq').set({ answer: attack }).where('organization_id', '=', organization.id).execute();
    await app.database.system
      .updateTable('trust_custom_link')
      .set({ url: 'javascript:alert(1)' })
      .where('organization_id', '=', organization.id)
      .where('position', '=', 0)
      .execute();
    await app.database.system.updateTable('organization').set({ primary_color: null }).where('id', '=', organization.id).execute();
    const { status, text } = await get(`/trust/${address}`);
    expect(status).toBe(200);
    expectHarmless(text);
    expect(text).not.toMatch(/<script|<iframe|<svg|elsewhere\.example\/p\.png"/i);
  });
  test('has a content security policy without scripts and other hosts, a cache time, an ETag and compression', async () => {
    const { call } = await app.caller();
    const address = await publish(call);
    const page = await get(`/trust/${address}`, { 'accept-encoding': 'br' });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers.get('cache-control')).toBe('public, max-age=60');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('vary')).toContain('Accept-Encoding');
    expect(page.headers.get('content-encoding')).toBe('br');
    const etag = page.headers.get('etag') ?? '';
    // `fetch` would send headers that bypass caches.
    const conditionalGet = () => askAs(app.base, '127.0.0.1', `/trust/${address}`, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(await conditionalGet()).toMatchObject({ status: 304, text: '' });
    await callSuccessfully(call, 'PATCH', '/v1/trust-portal/overview', { overviewContent: 'Changed.' });
    expect(await conditionalGet()).toMatchObject({ status: 200 });
    const uncompressed = await get(`/trust/${address}`, { 'accept-encoding': 'identity' });
    expect(uncompressed.headers.has('content-encoding')).toBe(false);
    expect(uncompressed.headers.get('set-cookie')).toBeNull();
  });
  test('has a default icon until the organization has its own icon', async () => {
    const { call } = await app.caller();
    const address = await publish(call);
    const icon = await get(`/trust/${address}/favicon`);
    expect(icon.status).toBe(200);
    expect(icon.headers.get('content-type')).toContain('image/svg+xml');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';
    await callSuccessfully(call, 'POST', '/v1/trust-portal/favicon', {
      fileName: 'icon.svg',
      fileType: 'image/svg+xml',
      fileData: Buffer.from(svg).toString('base64'),
    });
    const ownIcon = await get(`/trust/${address}/favicon`);
    expect(ownIcon.text).toContain('<rect');
    expect(ownIcon.headers.get('content-security-policy')).toContain('sandbox');
    expect((await get(`/trust/${address}`)).text).toContain(`<img src="${address}/favicon" alt=""`);
  });
});

describe('a claim', () => {
  test.each([
    ['compliant', true, undefined, 'proven', 'Compliant', 'certificate or report'],
    ['compliant', true, 10, 'proven', 'Compliant', 'certificate or report'],
    ['compliant', false, 100, 'proven', 'Compliant', 'program of the organization'],
    ['compliant', false, 99, 'under-way', 'Stated by the organization', 'There is no certificate.'],
    ['compliant', false, undefined, 'under-way', 'Stated by the organization', 'There is no certificate.'],
    ['in_progress', false, 40, 'under-way', 'In progress', ''],
    ['in_progress', true, undefined, 'under-way', 'In progress', 'An earlier certificate'],
    ['started', false, undefined, 'under-way', 'Started', ''],
  ] as const)('of %s with a certificate: %s and a score of %s is %s: %s', (status, certificate, score, kind, label, basis) => {
    const claim = claimOf(status, certificate, score);
    expect(claim).toMatchObject({ kind, label });
    expect(claim.basis).toContain(basis);
  });
  test('that a framework with unfinished work is compliant is shown as a statement of the organization, without its score', async () => {
    const { call } = await app.caller();
    await adopt(call, frameworkId('soc2'));
    const address = await publish(call, { frameworks: [{ framework: 'soc2_type2', enabled: true, status: 'compliant' }] });
    const { text } = await get(`/trust/${address}`);
    expect(text).toContain('Stated by the organization');
    expect(text.slice(text.indexOf('<main'), text.indexOf('<footer'))).not.toContain('%');
    expect(text).not.toMatch(/>Compliant</);
  });
  test('uses the names of the catalog for frameworks', async () => {
    const rows = await app.database.system.selectFrom('platform_framework').select('name').execute();
    const names = rows.map(({ name }) => name);
    for (const { catalog } of Object.values(frameworks)) if (catalog !== undefined) expect(names).toContain(catalog);
  });
});

describe('an address without a published portal', () => {
  test('gets the same answer for a draft, a withdrawn portal and an unknown address', async () => {
    const { call, organization } = await app.caller();
    const withdrawn = await publish(call);
    expect((await get(`/trust/${withdrawn}`)).status).toBe(200);
    await callSuccessfully(call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
    const draft = `draft-${randomBytes(4).toString('hex')}`;
    const otherCaller = await app.caller();
    await callSuccessfully(otherCaller.call, 'PATCH', '/v1/trust-portal/settings', { friendlyUrl: draft });
    const answers = await Promise.all(
      [withdrawn, organization.id, draft, 'no-such-portal', 'x', 'UPPER', 'org_000000000000000000000000', 'a'.repeat(500), '%00'].map(
        (address) => get(`/trust/${address}`),
      ),
    );
    for (const { status, text, headers } of answers) {
      expect(status).toBe(404);
      expect(text).toBe(answers[0]?.text);
      const comparableHeaders = (all: Headers) =>
        [...all].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
      expect(comparableHeaders(headers)).toEqual(comparableHeaders(answers[0]?.headers ?? new Headers()));
    }
    expect((await get(`/trust/${withdrawn}/favicon`)).status).toBe(404);
    expect((await get(`/trust/${draft}/favicon`)).status).toBe(404);
    // A page can only be read.
    expect((await app.call('POST', `/trust/${withdrawn}`)).status).toBe(404);
  });
});

describe('a custom domain', () => {
  test('shows the portal at its root once it is verified, and the API stays the same', async () => {
    const { call, organization } = await app.caller();
    await publish(call, { overviewContent: 'On our own domain.' });
    const host = `trust-${randomBytes(6).toString('hex')}.example.com`;
    const setVerified = (verified: boolean) =>
      app.database.system
        .updateTable('trust_portal')
        .set({ domain: host, cname_verified: verified, txt_verified: verified })
        .where('organization_id', '=', organization.id)
        .execute();
    await setVerified(false);
    expect(await askAs(app.base, host, '/')).toMatchObject({ status: 302, headers: { location: '/docs/' } });
    await setVerified(true);
    const page = await askAs(app.base, host.toUpperCase(), '/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('On our own domain.');
    expect(page.text).toContain('<link rel="icon" href="favicon" />');
    expect((await askAs(app.base, host, '/favicon')).status).toBe(200);
    expect((await askAs(app.base, host, '/healthz')).status).toBe(200);
    expect((await get('/')).status).toBe(302);
    await callSuccessfully(call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
    expect((await askAs(app.base, host, '/')).status).toBe(302);
  });
});

test('429 for a client that requests too many pages, separate from the limits of the API', async () => {
  const { call } = await app.caller();
  const address = await publish(call);
  const { base, server } = await listenOn(app.database, testConfig({ TRUST_PAGE_RATE_LIMIT: '2', TRUST_PROXY: '1', DATA_DIR: '' }));
  // Servers on one database share counts, so this test uses an address that no other test uses.
  const ask = () => fetch(`${base}/trust/${address}`, { headers: { 'X-Forwarded-For': '198.51.100.77' } });
  try {
    const answers = [];
    do answers.push(await ask());
    while (answers.at(-1)?.status === 200 && answers.length < 5);
    // The minute of the rate limit may end in between, at most once.
    expect([3, 4, 5]).toContain(answers.length);
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${base}/openapi.json`)).status).toBe(200);
  } finally {
    server.close();
  }
});

describe('markup', () => {
  test.each(attacks)('of Markdown is harmless: %s', (text) => {
    expectHarmless(`<body>${renderMarkdown(text)}`);
  });
  test('of templates is escaped, except for markup of other templates', () => {
    expect(html`<p title="${'"\'<>&'}">${html`<b>${'<'}</b>`}${[html`1`, html`2`]}${undefined}</p>`.text).toBe(
      '<p title="&quot;&#39;&lt;&gt;&amp;"><b>&lt;</b>1\n2</p>',
    );
    expect(escapeHtml('\ud800')).toBe('\ufffd');
  });
  test('of links leads to web pages and e-mail addresses only', () => {
    for (const address of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc',
      'no address',
      null,
    ])
      expect(safeHref(address)).toBeUndefined();
    expect(safeHref('https://example.com/"><b>')).toBe('https://example.com/%22%3E%3Cb%3E');
  });
  test('of the worst texts is limited, and the page is still returned', async () => {
    const { call } = await app.caller();
    const worst = [
      '['.repeat(5000),
      '*a'.repeat(2500),
      '>'.repeat(5000),
      '`'.repeat(4999),
      '![](<'.repeat(1000),
      `${'|a'.repeat(2000)}\n${'|-'.repeat(2000).slice(0, 900)}`,
    ];
    const address = await publish(call, {
      overviewContent: '_'.repeat(10_000),
      faqs: Array.from({ length: 100 }, (_, n) => ({ question: `Q${n}`, answer: (worst[n % worst.length] ?? '').slice(0, 4990) + n })),
    });
    const page = await get(`/trust/${address}`);
    expect(page.status).toBe(200);
    expect(page.text.match(/<details>/g)).toHaveLength(100);
  });
});
