/** Whatever is sent, the event loop goes on: whatever takes a file or a long text gets the worst there is, and so does what makes a file. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, type Options } from '../support/app.ts';
import { contract, document, resolve, isSampled } from '../support/contract.ts';
import { bootstrapKey, launch, type Process } from '../support/process.ts';
import { worstFiles, worstUnits } from '../support/worst.ts';

/** Milliseconds that the loop may be held at once. */
const most = 100;
/** A text that may be shorter can hold nobody up. */
const long = 1_000;
/** Of a text without a bound of its own: a body may have 1 MiB. */
const longest = 1_000_000;

const folder = mkdtempSync(path.join(tmpdir(), 'holds-'));
const holds = path.join(folder, 'holds');
let server: Process;
beforeAll(async () => {
  server = await launch({
    DATA_DIR: path.join(folder, 'data'),
    RATE_LIMIT: '0',
    HOLDS: holds,
    NODE_OPTIONS: `--import=${new URL('../support/holds.ts', import.meta.url).href}`,
  });
}, 300_000);
afterAll(async () => {
  await server.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const ask = (method: string, url: string, options: Options = {}) => call(server.url, method, url, { key: bootstrapKey, ...options });
const noted = () => (existsSync(holds) ? readFileSync(holds, 'utf8').trim().split('\n').map(Number) : []);
/** The longest hold since this was last asked, in milliseconds. */
async function longestHold(): Promise<number> {
  const before = noted().length;
  server.child.kill('SIGUSR2');
  await expect.poll(() => noted().length, { interval: 2 }).toBeGreaterThan(before);
  return noted().at(-1) ?? Infinity;
}

/** The path with the ids of the first records that there are. */
async function pathOf(template: string): Promise<string> {
  let place = '';
  for (const step of template.split('/').slice(1)) {
    if (!step.startsWith('{')) place += `/${step}`;
    else {
      const { body } = await ask('GET', place);
      place += `/${body?.data?.[0]?.id ?? body?.id ?? 'none'}`;
    }
  }
  return place;
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
  const found = resolve(schema);
  return [...Object.entries(found.properties ?? {}), ...(found.allOf ?? []).flatMap(fieldsOf)].map(([name, field]): [string, Schema] => [
    name,
    resolve(field),
  ]);
};
const isLongText = ({ type, maxLength = longest, format, enum: values, contentEncoding }: Schema) =>
  [type].flat().includes('string') && maxLength >= long && format === undefined && values === undefined && contentEncoding === undefined;

/** Made once. */
const encoded = worstFiles.map(({ what, type, make }) => ({ what, type, content: Buffer.from(make()).toString('base64') }));
const withFiles = contract.flatMap(({ registry, ...operation }) =>
  'files' in registry ? [{ ...operation, area: registry.area, fields: registry.files }] : [],
);
/** Each of them goes to each area. Its operations read files by the same code, so they take turns. */
const filesFor = (one: (typeof withFiles)[number]) => {
  const ofArea = withFiles.filter(({ area }) => area === one.area);
  return encoded.filter((_, index) => index % ofArea.length === ofArea.indexOf(one));
};
const withTexts = contract.flatMap(({ id, method, template, bodies, registry }) => {
  const files: readonly string[] = 'files' in registry ? registry.files : [];
  const texts = fieldsOf(schemaOf(method, template)).filter(([name, schema]) => !files.includes(name) && isLongText(schema));
  return texts.length ? [{ id, method, template, body: { ...Object(bodies[0]) }, texts }] : [];
});

test('there are operations of both kinds', () => {
  expect(withFiles.length).toBeGreaterThanOrEqual(7);
  expect(withTexts.length).toBeGreaterThanOrEqual(10);
});

interface Sent {
  readonly what: string;
  readonly send: () => Promise<{ readonly status: number }>;
}

const isFault = (status: number) => status >= 500 && status !== 503;

/** What holds the loop once may be the collector of garbage; what does so twice is the request. @returns what did */
async function tooLong(requests: readonly Sent[]): Promise<string[]> {
  const found: string[] = [];
  for (const { what, send } of requests) {
    const { status } = await send();
    if (isFault(status)) found.push(`${what}: ${status}`);
    if ((await longestHold()) <= most) continue;
    await send();
    const hold = await longestHold();
    if (hold > most) found.push(`${what}: ${Math.round(hold)} ms`);
  }
  return found;
}

/** The same, of which it is asked only once what was held at most: one by one where that was too long. */
async function tooLongOfAll(requests: readonly Sent[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { what, send } of requests) {
    const { status } = await send();
    if (isFault(status)) failed.push(`${what}: ${status}`);
  }
  return (await longestHold()) <= most ? failed : [...failed, ...(await tooLong(requests))];
}

interface Text {
  readonly name: string;
  /** As long as the field, or the body, may have it. */
  readonly value: string;
}
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
const textOf = ([name, { maxLength = longest }]: readonly [string, Schema], unit: string): Text => ({
  name,
  value: unit.repeat(Math.floor(Math.min(maxLength / unit.length, longest / bytesOf(unit)))),
});
/** What one body has room for, at least one of them. */
function groupsOf(texts: readonly Text[]): Text[][] {
  const groups: Text[][] = [];
  let room = 0;
  for (const text of texts) {
    room -= bytesOf(text.value);
    if (room >= 0) groups.at(-1)?.push(text);
    else {
      groups.push([text]);
      room = longest - bytesOf(text.value);
    }
  }
  return groups;
}

test.each(withFiles.filter(({ id }) => isSampled(id)).map((one) => [one.id, one, filesFor(one)] as const))(
  '%s holds nobody up',
  async (_id, { method, template, bodies, fields: [field] }, files) => {
    const url = await pathOf(template);
    const { fileKey: _key, ...body } = Object(bodies.find((one) => field in Object(one)) ?? bodies[0]);
    const send = (type: string, content: string) =>
      ask(method, url, { body: { ...body, fileName: 'file.bin', fileType: type, [field]: content } });
    for (const type of ['text/plain', 'image/png']) await send(type, Buffer.from('Do you log?').toString('base64'));
    await longestHold();
    expect(await tooLong(files.map(({ what, type, content }) => ({ what, send: () => send(type, content) })))).toEqual([]);
  },
  300_000,
);

test.each(withTexts.filter(({ id }) => isSampled(id)).map((one) => [one.id, one] as const))(
  '%s holds nobody up with any text',
  async (_id, { method, template, body, texts }) => {
    const url = await pathOf(template);
    await ask(method, url, { body });
    await longestHold();
    const send = (texts: readonly Text[]) =>
      ask(method, url, { body: { ...body, ...Object.fromEntries(texts.map(({ name, value }) => [name, value])) } });
    /** What is refused may have kept the others from being looked at. */
    const sendAll = async (texts: readonly Text[]) => {
      let answer = await send(texts);
      if (answer.status >= 400 && texts.length > 1) for (const text of texts) if (!isFault(answer.status)) answer = await send([text]);
      return answer;
    };
    const requests = worstUnits.flatMap((unit) =>
      groupsOf(texts.map((text) => textOf(text, unit))).map((group) => ({
        what: `${group.map(({ name }) => name).join(', ')} of ${JSON.stringify(unit)}`,
        send: () => sendAll(group),
      })),
    );
    expect(await tooLongOfAll(requests)).toEqual([]);
  },
  300_000,
);

test('what makes a file holds nobody up', async () => {
  const {
    body: { data: documents },
  } = await ask('GET', '/v1/soa/documents');
  const approved = documents.find(({ approvalStatus }: { approvalStatus: string }) => approvalStatus === 'approved');
  const {
    body: { id: organizationId },
  } = await ask('GET', '/v1/organization');
  const {
    body: {
      data: [completed],
    },
  } = await ask('GET', '/v1/questionnaire?status=completed');
  const questionnaire = `/v1/questionnaire/${completed.id}`;
  const requests = [
    ...['xlsx', 'csv', 'pdf', 'zip'].map((format) => ({
      what: `a questionnaire as ${format}`,
      send: () => ask('GET', `${questionnaire}/export?format=${format}`),
    })),
    {
      what: 'a statement of applicability',
      send: () => ask('POST', '/v1/soa/export', { body: { documentId: approved.id, organizationId } }),
    },
    { what: 'the audit log', send: () => ask('GET', '/v1/audit-logs/export') },
  ];
  // What the tests before have begun may still be at work.
  for (const { what, send } of requests) await expect.poll(() => send().then(({ status }) => status), { message: what }).toBe(200);
  await longestHold();
  expect(await tooLong(requests)).toEqual([]);
}, 300_000);
