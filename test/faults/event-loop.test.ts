/** No file or text blocks the event loop: operations get the worst files and the worst long texts, and exports are measured, too. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, type RequestOptions } from '../support/app.ts';
import { contract, document, resolve, isSampled } from '../support/contract.ts';
import { bootstrapKey, launch, type Process } from '../support/process.ts';
import { worstFiles, worstUnits } from '../support/worst.ts';

/** Maximum time for which the event loop may be blocked, in milliseconds. */
const maxHold = 100;
/** Fields with a lower maximum length than this are not tested, because short texts do not block the event loop. */
const minLongText = 1_000;
/** Maximum length of a text whose field has no limit: a body may have 1 MiB. */
const maxBodyText = 1_000_000;

const folder = mkdtempSync(path.join(tmpdir(), 'holds-'));
const holdsFile = path.join(folder, 'holds');
let server: Process;
beforeAll(async () => {
  server = await launch({
    DATA_DIR: path.join(folder, 'data'),
    RATE_LIMIT: '0',
    HOLDS: holdsFile,
    NODE_OPTIONS: `--import=${new URL('../support/holds.ts', import.meta.url).href}`,
  });
}, 300_000);
afterAll(async () => {
  await server.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const ask = (method: string, url: string, options: RequestOptions = {}) => call(server.url, method, url, { key: bootstrapKey, ...options });
const readHolds = () => (existsSync(holdsFile) ? readFileSync(holdsFile, 'utf8').trim().split('\n').map(Number) : []);
/** @returns the longest time for which the loop was blocked since the previous call, in milliseconds */
async function longestHold(): Promise<number> {
  const countBefore = readHolds().length;
  server.child.kill('SIGUSR2');
  await expect.poll(() => readHolds().length, { interval: 2 }).toBeGreaterThan(countBefore);
  return readHolds().at(-1) ?? Infinity;
}

/** @returns the path with the ids of the first existing records */
async function pathOf(template: string): Promise<string> {
  let resolvedPath = '';
  for (const step of template.split('/').slice(1)) {
    if (!step.startsWith('{')) resolvedPath += `/${step}`;
    else {
      const { body } = await ask('GET', resolvedPath);
      resolvedPath += `/${body?.data?.[0]?.id ?? body?.id ?? 'none'}`;
    }
  }
  return resolvedPath;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly contentEncoding?: string;
}

const operationOf = (method: string, template: string) => document.paths[template]?.[method.toLowerCase()];
const schemaOf = (method: string, template: string): Schema => {
  const body = operationOf(method, template)?.requestBody;
  return (body && resolve(body).content?.['application/json']?.schema) ?? {};
};
const fieldsOf = (schema: Schema): [string, Schema][] => {
  const resolved = resolve(schema);
  return [...Object.entries(resolved.properties ?? {}), ...(resolved.allOf ?? []).flatMap(fieldsOf)].map(
    ([name, field]): [string, Schema] => [name, resolve(field)],
  );
};
const isLongText = ({ type, maxLength = maxBodyText, format, enum: values, contentEncoding }: Schema) =>
  [type].flat().includes('string') &&
  maxLength >= minLongText &&
  format === undefined &&
  values === undefined &&
  contentEncoding === undefined;

/** The worst files, created once. */
const encodedFiles = worstFiles.map(({ what, type, make }) => ({ what, type, content: Buffer.from(make()).toString('base64') }));
const operationsWithFiles = contract.flatMap(({ registry, ...operation }) =>
  'files' in registry ? [{ ...operation, area: registry.area, fields: registry.files }] : [],
);
/** @returns the files for one operation. Operations of an area read files with the same code, so each gets a part of the files. */
const filesFor = (one: (typeof operationsWithFiles)[number]) => {
  const operationsOfArea = operationsWithFiles.filter(({ area }) => area === one.area);
  return encodedFiles.filter((_, index) => index % operationsOfArea.length === operationsOfArea.indexOf(one));
};
const operationsWithTexts = contract.flatMap(({ id, method, template, bodies, registry }) => {
  const files: readonly string[] = 'files' in registry ? registry.files : [];
  const texts = fieldsOf(schemaOf(method, template)).filter(([name, schema]) => !files.includes(name) && isLongText(schema));
  return texts.length ? [{ id, method, template, body: { ...Object(bodies[0]) }, texts }] : [];
});

test('there are operations with files and operations with long texts', () => {
  expect(operationsWithFiles.length).toBeGreaterThanOrEqual(7);
  expect(operationsWithTexts.length).toBeGreaterThanOrEqual(10);
});

interface NamedRequest {
  readonly what: string;
  readonly send: () => Promise<{ readonly status: number }>;
}

const isFault = (status: number) => status >= 500 && status !== 503;

/** Measures requests one by one. @returns the requests that block the loop twice; garbage collection may block it once */
async function findSlowRequests(requests: readonly NamedRequest[]): Promise<string[]> {
  const tooSlow: string[] = [];
  for (const { what, send } of requests) {
    const { status } = await send();
    if (isFault(status)) tooSlow.push(`${what}: ${status}`);
    if ((await longestHold()) <= maxHold) continue;
    await send();
    const hold = await longestHold();
    if (hold > maxHold) tooSlow.push(`${what}: ${Math.round(hold)} ms`);
  }
  return tooSlow;
}

/** Measures all requests together, and one by one only if the loop was blocked for too long. @returns the slow or failed requests */
async function findSlowRequestsTogether(requests: readonly NamedRequest[]): Promise<string[]> {
  const failedRequests: string[] = [];
  for (const { what, send } of requests) {
    const { status } = await send();
    if (isFault(status)) failedRequests.push(`${what}: ${status}`);
  }
  return (await longestHold()) <= maxHold ? failedRequests : [...failedRequests, ...(await findSlowRequests(requests))];
}

interface Text {
  readonly name: string;
  /** A text of the maximum length that the field or the body allows. */
  readonly value: string;
}
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
const longText = ([name, { maxLength = maxBodyText }]: readonly [string, Schema], unit: string): Text => ({
  name,
  value: unit.repeat(Math.floor(Math.min(maxLength / unit.length, maxBodyText / bytesOf(unit)))),
});
/** @returns the texts in groups that fit into one body each */
function groupByBodySize(texts: readonly Text[]): Text[][] {
  const groups: Text[][] = [];
  let remainingBytes = 0;
  for (const text of texts) {
    remainingBytes -= bytesOf(text.value);
    if (remainingBytes >= 0) groups.at(-1)?.push(text);
    else {
      groups.push([text]);
      remainingBytes = maxBodyText - bytesOf(text.value);
    }
  }
  return groups;
}

test.each(operationsWithFiles.filter(({ id }) => isSampled(id)).map((one) => [one.id, one, filesFor(one)] as const))(
  '%s does not block the event loop with any file',
  async (_id, { method, template, bodies, fields: [field] }, files) => {
    const url = await pathOf(template);
    const { fileKey: _key, ...body } = Object(bodies.find((one) => field in Object(one)) ?? bodies[0]);
    const send = (type: string, content: string) =>
      ask(method, url, { body: { ...body, fileName: 'file.bin', fileType: type, [field]: content } });
    for (const type of ['text/plain', 'image/png']) await send(type, Buffer.from('Do you log?').toString('base64'));
    await longestHold();
    expect(await findSlowRequests(files.map(({ what, type, content }) => ({ what, send: () => send(type, content) })))).toEqual([]);
  },
  300_000,
);

test.each(operationsWithTexts.filter(({ id }) => isSampled(id)).map((one) => [one.id, one] as const))(
  '%s does not block the event loop with any text',
  async (_id, { method, template, body, texts }) => {
    const url = await pathOf(template);
    await ask(method, url, { body });
    await longestHold();
    const send = (texts: readonly Text[]) =>
      ask(method, url, { body: { ...body, ...Object.fromEntries(texts.map(({ name, value }) => [name, value])) } });
    /** Sends the texts together. An error for one text may hide the other texts, so they are then sent one by one. */
    const sendAll = async (texts: readonly Text[]) => {
      let answer = await send(texts);
      if (answer.status >= 400 && texts.length > 1) for (const text of texts) if (!isFault(answer.status)) answer = await send([text]);
      return answer;
    };
    const requests = worstUnits.flatMap((unit) =>
      groupByBodySize(texts.map((text) => longText(text, unit))).map((group) => ({
        what: `${group.map(({ name }) => name).join(', ')} of ${JSON.stringify(unit)}`,
        send: () => sendAll(group),
      })),
    );
    expect(await findSlowRequestsTogether(requests)).toEqual([]);
  },
  300_000,
);

test('exports do not block the event loop', async () => {
  const {
    body: { data: documents },
  } = await ask('GET', '/v1/soa/documents');
  const approvedDocument = documents.find(({ approvalStatus }: { approvalStatus: string }) => approvalStatus === 'approved');
  const {
    body: { id: organizationId },
  } = await ask('GET', '/v1/organization');
  const {
    body: {
      data: [completedQuestionnaire],
    },
  } = await ask('GET', '/v1/questionnaire?status=completed');
  const questionnaire = `/v1/questionnaire/${completedQuestionnaire.id}`;
  const requests = [
    ...['xlsx', 'csv', 'pdf', 'zip'].map((format) => ({
      what: `a questionnaire as ${format}`,
      send: () => ask('GET', `${questionnaire}/export?format=${format}`),
    })),
    {
      what: 'a statement of applicability',
      send: () => ask('POST', '/v1/soa/export', { body: { documentId: approvedDocument.id, organizationId } }),
    },
    { what: 'the audit log', send: () => ask('GET', '/v1/audit-logs/export') },
  ];
  // Work that previous tests started may still be running.
  for (const { what, send } of requests) await expect.poll(() => send().then(({ status }) => status), { message: what }).toBe(200);
  await longestHold();
  expect(await findSlowRequests(requests)).toEqual([]);
}, 300_000);
