/** Files that operations answer: in the format that is asked for, under a name that fits it. */
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { contract, resolve } from '../support/contract.ts';
import { ask, successOf } from './ask.ts';
import { fileIn, types } from './files.ts';

const downloads = contract.filter(({ responses }) => successOf(responses)?.answer.headers?.['Content-Disposition']);
/** What the ending of a name says of JSON of another form. */
const plain = (type: string | undefined) => type?.replace(/\/\w+\+json$/, '/json');
/** Another format than the example has, or the first. */
function inFormat(path: string, format: string): string {
  const [place = '', query = ''] = path.split('?');
  const asked = new URLSearchParams(query);
  asked.set('format', format);
  return `${place}?${asked}`;
}

describe.each(downloads)('$id', ({ method, path, bodies, parameters, responses }) => {
  const success = successOf(responses);
  const shown = /filename="(.*)\.(\w+)"/.exec(String(success?.answer.headers?.['Content-Disposition']?.example)) ?? [];
  const produced = Object.keys(success?.answer.content ?? {});
  const formats: readonly string[] = (resolve(parameters.find(({ name }) => name === 'format')?.schema ?? {}).enum ?? []).map(String);

  test('200 with a file of the type that its name says, and the name that the contract shows', async () => {
    const file = await fileIn(await ask(method, path, { body: bodies[0] }));
    expect(file.name).toBe(`${shown[1]}.${shown[2]}`);
    expect(plain(file.byHeader)).toBe(file.byName);
    if (file.byBytes !== undefined) expect(file.byBytes).toBe(file.byName);
  });
  test.each(formats)('200 with what format=%s asks for, whatever else is accepted', async (format) => {
    for (const accept of [undefined, '*/*', produced[0], produced.at(-1)]) {
      const file = await fileIn(await ask(method, inFormat(path, format), { body: bodies[0], accept }));
      expect(file).toMatchObject({ name: `${shown[1]}.${format}`, byHeader: types[format] });
      // The bytes of a text do not say what it is.
      if (!['csv', 'json', 'svg'].includes(format)) expect(file.byBytes).toBe(types[format]);
    }
  });
  test.each(produced.filter((type) => type !== '*/*'))('200 with %s where it is accepted', async (type) => {
    // Where the request has to name a format, it is that of the type.
    const format = formats.find((one) => types[one] === type);
    const asked = path.includes('format=') && format !== undefined ? inFormat(path, format) : path;
    const file = await fileIn(await ask(method, asked, { body: bodies[0], accept: type }));
    expect(file).toMatchObject({ byHeader: type, byName: plain(type) });
  });
});

test('200 with an archive of real files', async () => {
  const { bytes } = await ask('GET', '/v1/questionnaire/qst_1/export?format=zip');
  const files = Object.entries(unzipSync(bytes));
  expect(files.length).toBeGreaterThan(1);
  for (const [name, content] of files) {
    const headers = new Headers({ 'Content-Disposition': `attachment; filename="${name}"` });
    const { byName, byBytes } = await fileIn({ headers, bytes: content, text: '' });
    if (byName !== 'text/csv') expect(byBytes, name).toBe(byName);
  }
});
test('200 with a file to be shown where it is asked for so', async () => {
  const path = contract.find(({ id }) => id === 'getAttachmentContent')?.path ?? '';
  expect((await ask('GET', `${path}&disposition=inline`)).headers.get('content-disposition')).toMatch(/^inline;/);
});
