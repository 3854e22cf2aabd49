/**
 * How long visitors wait: the public page of a trust portal, and an NDA from the request to the documents, through the links in e-mails.
 */
import { once } from 'node:events';
import http from 'node:http';
import { pdfOf } from '../../test/support/documents.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { createCaller } from './ask.ts';
import { withTempFolder } from './folder.ts';
import { createOrganizationKey } from './scans.ts';
import { startServer } from './server.ts';
import { ms, printTable } from './table.ts';

/** Times and processor time in milliseconds, sizes of the page in bytes. `agreement` has the median time of each step of an NDA. */
interface Portal {
  readonly engine: string;
  readonly page: { readonly p50: number; readonly p95: number; readonly cpu: number; readonly bytes: number; readonly compressed: number };
  /** How many scripts and event handlers the page contains, and how many references that load further resources. */
  readonly scripts: number;
  readonly loads: number;
  readonly agreement: Readonly<Record<string, number>>;
}
export interface PortalResults {
  readonly portals: readonly Portal[];
}

const key = `cak_${'0'.repeat(64)}`;
const pages = 200;
const visitors = 6;

export async function measurePortal(): Promise<PortalResults> {
  const postgres = await startPostgres();
  try {
    return {
      portals: [
        await withTempFolder(async (folder) =>
          measureEngine('PostgreSQL', folder, { DATABASE_URL: postgres.url }, await createOrganizationKey(postgres.url)),
        ),
        await withTempFolder((folder) => measureEngine('embedded', folder, { BOOTSTRAP_API_KEY: key, DEMO: '1' }, key)),
      ],
    };
  } finally {
    await postgres.end();
  }
}

async function measureEngine(engine: string, folder: string, extraEnv: Readonly<Record<string, string>>, apiKey: string): Promise<Portal> {
  const mails = await startMailServer();
  const limits = {
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    TRUST_PAGE_RATE_LIMIT: '1000000',
    ACCESS_REQUEST_RATE_LIMIT: '1000000',
  };
  const env = { DATA_DIR: folder, SECRET: 'the secret of an installation that is measured', LOG_LEVEL: 'error', SMTP_URL: mails.url };
  const headers = { 'x-api-key': apiKey };
  const server = await startServer('server/main.ts', { ...env, ...limits, ...extraEnv }, '/v1/risks?limit=1', headers);
  const [ask, callAsVisitor] = [createCaller(server.url, headers), createCaller(server.url)];
  try {
    const address = await publish(ask);
    for (let n = 0; n < pages; n += 1) await timeRequest(`${server.url}/trust/${address}`);
    const usageBefore = await server.usage();
    const times: number[] = [];
    for (let n = 0; n < pages; n += 1) times.push((await timeRequest(`${server.url}/trust/${address}`)).time);
    const cpu = ((await server.usage()).cpu - usageBefore.cpu) / pages;
    const page = await timeRequest(`${server.url}/trust/${address}`);
    const compressed = await timeRequest(`${server.url}/trust/${address}`, { 'accept-encoding': 'br' });

    const steps: Record<string, number[]> = {};
    const measureStep = async <R>(name: string, work: () => Promise<R>): Promise<R> => {
      const startTime = performance.now();
      const result = await work();
      (steps[name] ??= []).push(performance.now() - startTime);
      return result;
    };
    for (let n = 0; n < visitors; n += 1) {
      const email = `reader-${n}@reader.example.com`;
      const startTime = performance.now();
      const { id } = await measureStep('request', () =>
        callAsVisitor('POST', `/v1/trust-access/${address}/requests`, { name: 'Rita Reader', email }),
      );
      await measureStep('approval', () => ask('POST', `/v1/trust-access/admin/requests/${id}/approve`, {}));
      const nda = await measureStep('mail with the signing link', () => mails.tokenFor(email, 'nda'));
      await measureStep('the agreement', () => callAsVisitor('GET', `/v1/trust-access/nda/${nda}`));
      await measureStep('the agreement as a PDF', () => timeRequest(`${server.url}/v1/trust-access/nda/${nda}/preview`));
      await measureStep('signature, with the sealed PDF', () =>
        callAsVisitor('POST', `/v1/trust-access/nda/${nda}/sign`, { name: 'Rita Reader', email, accept: true }),
      );
      const token = await measureStep('mail with the personal link', () => mails.tokenFor(email, 'access'));
      const { data } = await measureStep('list of documents', () => callAsVisitor('GET', `/v1/trust-access/access/${token}/documents`));
      const { downloadUrl } = await measureStep('a marked copy', () =>
        callAsVisitor('GET', `/v1/trust-access/access/${token}/documents/${data[0].id}`),
      );
      const { pathname, search } = new URL(downloadUrl);
      await measureStep('its download', () => timeRequest(`${server.url}${pathname}${search}`));
      (steps['all of it'] ??= []).push(performance.now() - startTime);
    }
    return {
      engine,
      page: { p50: percentileOf(times, 0.5), p95: percentileOf(times, 0.95), cpu, bytes: page.bytes, compressed: compressed.bytes },
      scripts: page.text.match(/<script|\son\w+=/gi)?.length ?? 0,
      loads: page.text.match(/<(?:img|iframe|video|object|embed|source)\b|rel="(?:stylesheet|preload)"|@import|url\(/gi)?.length ?? 0,
      agreement: Object.fromEntries(Object.entries(steps).map(([name, stepTimes]) => [name, percentileOf(stepTimes, 0.5)])),
    };
  } finally {
    await server.stop();
    await mails.stop();
  }
}

/** Publishes a portal with a typical amount of content. @returns its address */
async function publish(ask: ReturnType<typeof createCaller>): Promise<string> {
  const portalPath = (path: string) => `/v1/trust-portal${path}`;
  await ask('PATCH', portalPath('/settings'), { contactEmail: 'security@example.com', primaryColor: '#2B6172' });
  await ask('PATCH', portalPath('/overview'), {
    overviewTitle: 'Overview',
    overviewContent: 'We **take care**.\n\n'.repeat(20),
    showOverview: true,
  });
  const faqs = Array.from({ length: 20 }, (_, n) => ({ question: `Question ${n}?`, answer: 'An answer with a *word*. '.repeat(8) }));
  await ask('PUT', portalPath('/settings/faqs'), { faqs });
  const frameworks = ['iso_27001', 'gdpr', 'soc2_type2', 'hipaa'].map((framework) => ({ framework, enabled: true, status: 'in_progress' }));
  await ask('PATCH', portalPath('/settings/frameworks'), { frameworks });
  for (let n = 0; n < 10; n += 1) await ask('POST', portalPath('/custom-links'), { title: `Link ${n}`, url: `https://example.com/${n}` });
  const bytes = await pdfOf((pdf) => pdf.text('Findings: none'));
  const fileData = bytes.toString('base64');
  await ask('POST', portalPath('/documents'), { fileName: 'Penetration test.pdf', fileType: 'application/pdf', fileData });
  return (await ask('PUT', portalPath('/settings/toggle'), { enabled: true })).friendlyUrl;
}

/** @returns the time to the first byte of the answer in ms, and its body @throws unless the status is 200 */
async function timeRequest(url: string, headers: http.OutgoingHttpHeaders = {}) {
  const startTime = performance.now();
  const request = http.get(url, { headers });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  if (!response) throw new Error('no answer');
  const time = performance.now() - startTime;
  const parts: Buffer[] = [];
  for await (const chunk of response) parts.push(chunk);
  const bytes = Buffer.concat(parts);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${bytes.toString()}`);
  return { time, bytes: bytes.length, text: bytes.toString() };
}

function percentileOf(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? NaN;
}

export function printPortal({ portals }: PortalResults) {
  printTable(
    ['database', 'first byte p50, ms', 'p95, ms', 'CPU, ms', 'bytes', 'with Brotli', 'scripts', 'loads'],
    portals.map(({ engine, page, scripts, loads }) => [
      engine,
      ms(page.p50),
      ms(page.p95),
      ms(page.cpu),
      String(page.bytes),
      String(page.compressed),
      String(scripts),
      String(loads),
    ]),
  );
  const names = Object.keys(portals[0]?.agreement ?? {});
  printTable(
    ['an agreement, ms', ...portals.map(({ engine }) => engine)],
    names.map((name) => [name, ...portals.map(({ agreement }) => ms(agreement[name] ?? NaN))]),
  );
}
