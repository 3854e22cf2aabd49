/** What a published trust portal shows to everybody, and what it hides. */
import { expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { publishPortal } from '../../support/trust-access.ts';

const app = startApp();
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function setUp() {
  const caller = await app.caller();
  const address = await publishPortal(caller, { contactEmail: 'trust@example.com', primaryColor: '#112233' });
  return { ...caller, address, read: (path = '') => app.call('GET', `/v1/trust-access/${address}${path}`) };
}

test('200 with the head of the page: enabled frameworks, and the domain once it is verified', async () => {
  const caller = await setUp();
  const frameworks = [
    { framework: 'soc3', enabled: true, status: 'started' },
    { framework: 'gdpr', enabled: true, status: 'compliant' },
    { framework: 'hipaa', enabled: false, status: 'compliant' },
  ];
  await caller.call('PATCH', '/v1/trust-portal/settings/frameworks', { body: { frameworks } });
  const domain = `trust-${caller.organization.id.slice(-8)}.example.com`;
  await caller.call('PUT', '/v1/trust-portal/settings/custom-domain', { body: { domain } });
  expect((await caller.read()).body).toEqual({
    organizationName: 'Test organization',
    friendlyUrl: caller.address,
    domain: null,
    primaryColor: '#112233',
    faviconUrl: null,
    contactEmail: 'trust@example.com',
    frameworks: [
      { framework: 'gdpr', status: 'compliant' },
      { framework: 'soc3', status: 'started' },
    ],
  });
  await app.database.system
    .updateTable('trust_portal')
    .set({ cname_verified: true, txt_verified: true })
    .where('organization_id', '=', caller.organization.id)
    .execute();
  const head = await caller.read();
  expect(head.body.domain).toBe(domain);
  expect(
    await app.call('GET', `/v1/trust-access/${caller.address}`, { headers: { 'If-None-Match': head.headers.get('etag') ?? '' } }),
  ).toMatchObject({ status: 304 });
});

test('200 returns the questions, the active links, and the overview while it is shown', async () => {
  const caller = await setUp();
  await caller.call('PUT', '/v1/trust-portal/settings/faqs', {
    body: {
      faqs: [
        { question: 'B?', answer: 'Yes <script>x</script>' },
        { question: 'A?', answer: 'No' },
      ],
    },
  });
  expect(
    (await caller.read('/faqs')).body.data.map(({ question, answer, order }: Record<string, unknown>) => [question, answer, order]),
  ).toEqual([
    ['B?', 'Yes x', 0],
    ['A?', 'No', 1],
  ]);
  await caller.call('PATCH', '/v1/trust-portal/overview', { body: { overviewTitle: 'Us', overviewContent: '**Safe**' } });
  expect((await caller.read('/overview')).body).toEqual({ title: null, content: null });
  await caller.call('PATCH', '/v1/trust-portal/overview', { body: { showOverview: true } });
  expect((await caller.read('/overview')).body).toEqual({ title: 'Us', content: '**Safe**' });
  for (const title of ['One', 'Two'])
    await caller.call('POST', '/v1/trust-portal/custom-links', { body: { title, url: 'https://example.com/' } });
  const [{ id }] = (await caller.read('/custom-links')).body.data;
  await caller.call('PATCH', `/v1/trust-portal/custom-links/${id}`, { body: { isActive: false } });
  expect((await caller.read('/custom-links')).body.data).toEqual([
    { id: expect.any(String), title: 'Two', description: null, url: 'https://example.com/' },
  ]);
});

test('200 returns a favicon link that is valid for 24 hours, and whether visitors can send questionnaires', async () => {
  const caller = await setUp();
  expect((await caller.read('/favicon')).body).toEqual({ faviconUrl: null });
  await caller.call('POST', '/v1/trust-portal/favicon', { body: { fileName: 'a.png', fileType: 'image/png', fileData: png } });
  const { faviconUrl } = (await caller.read('/favicon')).body;
  const hours = (Number(new URL(faviconUrl).searchParams.get('expires')) - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(23.9);
  expect(await fetch(faviconUrl.replace(/^https?:\/\/[^/]+/, app.base))).toMatchObject({ status: 200 });
  expect((await caller.read('/security-questionnaire')).body).toEqual({ enabled: true });
  await caller.call('PUT', '/v1/trust-portal/settings/security-questionnaire', { body: { enabled: false } });
  expect((await caller.read('/security-questionnaire')).body).toEqual({ enabled: false });
});

test('200 returns the shown sub-processors in their order, with the badges that members see (rule 11)', async () => {
  const caller = await setUp();
  const add = async (name: string, settings: object, isSubProcessor = true) => {
    const { body } = await caller.call('POST', '/v1/vendors', {
      body: { name, description: `Does ${name}`, website: `https://${name.toLowerCase()}.example.com`, isSubProcessor },
    });
    await caller.call('PATCH', `/v1/trust-portal/vendors/${body.id}/trust-settings`, { body: settings });
    return body.id;
  };
  const id = await add('Cloudy', {
    showOnTrustPortal: true,
    complianceBadges: [
      { type: 'pci_dss', verified: false },
      { type: 'iso9001', verified: true },
    ],
  });
  await add('Aardvark', { showOnTrustPortal: true });
  await add('First', { showOnTrustPortal: true, trustPortalOrder: 0 });
  await add('Hidden', { showOnTrustPortal: false });
  await add('Supplier', { showOnTrustPortal: true }, false);
  const rows = (await allPages(app.call, `/v1/trust-access/${caller.address}/vendors?limit=2`)).flatMap(({ data }) => data);
  expect(rows.map(({ name }) => name)).toEqual(['First', 'Aardvark', 'Cloudy']);
  expect(rows[2]).toEqual({
    id,
    name: 'Cloudy',
    description: 'Does Cloudy',
    website: 'https://cloudy.example.com',
    logoUrl: null,
    complianceBadges: [
      { type: 'pci_dss', label: 'PCI DSS' },
      { type: 'iso9001', label: 'ISO 9001' },
    ],
    trustPortalUrl: 'https://cloudy.example.com',
  });
});

test('200 returns the enabled custom frameworks, sorted by name', async () => {
  const caller = await setUp();
  for (const name of ['Zeta', 'Alpha', 'Hidden'])
    await caller.call('POST', '/v1/frameworks/custom', { body: { name, description: `About ${name}` } });
  const customFrameworks = (await caller.call('GET', '/v1/trust-portal/custom-frameworks')).body.data;
  for (const { customFrameworkId, name } of customFrameworks)
    if (name !== 'Hidden')
      await caller.call('PATCH', `/v1/trust-portal/custom-frameworks/${customFrameworkId}`, {
        body: { enabled: true, status: 'in_progress' },
      });
  expect((await caller.read('/custom-frameworks')).body.data).toEqual(
    ['Alpha', 'Zeta'].map((name) => ({
      id: expect.stringMatching(/^cfrm_/),
      name,
      description: `About ${name}`,
      status: 'in_progress',
      hasCertificate: false,
      badgeUrl: null,
    })),
  );
});

test('the page shows neither the allowed e-mail addresses nor the id of the organization', async () => {
  const caller = await setUp();
  await caller.call('PUT', '/v1/trust-portal/settings/allowed-emails', { body: { emails: ['friend@example.org'] } });
  const texts = await Promise.all(
    ['', '/faqs', '/overview', '/security-questionnaire', '/custom-links', '/favicon', '/vendors', '/custom-frameworks'].map(
      async (path) => (await caller.read(path)).text,
    ),
  );
  expect(texts.join()).not.toContain('friend@example.org');
  expect(texts.join()).not.toContain(caller.organization.id);
});
