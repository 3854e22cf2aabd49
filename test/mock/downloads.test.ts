/** Operations that return a file use the requested format, and a file name that fits the format. */
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { contract, resolve } from '../support/contract.ts';
import { ask, successOf } from './ask.ts';
import { describeFile, types } from './files.ts';

const downloads = contract.filter(({ responses }) => successOf(responses)?.answer.headers?.['Content-Disposition']);
/** @returns the media type that a file extension stands for: `json` for every `+json` type */
const extensionType = (type: string | undefined) => type?.replace(/\/\w+\+json$/, '/json');
/** @returns the path with this value of the parameter `format` */
function withFormat(path: string, format: string): string {
  const [pathname = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('format', format);
  return `${pathname}?${parameters}`;
}

describe.each(downloads)('$id', ({ method, path, bodies, parameters, responses }) => {
  const success = successOf(responses);
  const exampleName = /filename="(.*)\.(\w+)"/.exec(String(success?.answer.headers?.['Content-Disposition']?.example)) ?? [];
  const producedTypes = Object.keys(success?.answer.content ?? {});
  const formats: readonly string[] = (resolve(parameters.find(({ name }) => name === 'format')?.schema ?? {}).enum ?? []).map(String);

  test('200 with a file whose type fits its name, and with the name in the contract', async () => {
    const file = await describeFile(await ask(method, path, { body: bodies[0] }));
    expect(file.name).toBe(`${exampleName[1]}.${exampleName[2]}`);
    expect(extensionType(file.byHeader)).toBe(file.byName);
    if (file.byBytes !== undefined) expect(file.byBytes).toBe(file.byName);
  });
  test.each(formats)('200 with the format of format=%s, whatever Accept contains', async (format) => {
    for (const accept of [undefined, '*/*', producedTypes[0], producedTypes.at(-1)]) {
      const file = await describeFile(await ask(method, withFormat(path, format), { body: bodies[0], accept }));
      expect(file).toMatchObject({ name: `${exampleName[1]}.${format}`, byHeader: types[format] });
      // The type of a text cannot be detected from its bytes.
      if (!['csv', 'json', 'svg'].includes(format)) expect(file.byBytes).toBe(types[format]);
    }
  });
  test.each(producedTypes.filter((type) => type !== '*/*'))('200 with %s when Accept contains it', async (type) => {
    // If the request must contain a format, it is the format of this type.
    const format = formats.find((one) => types[one] === type);
    const requestPath = path.includes('format=') && format !== undefined ? withFormat(path, format) : path;
    const file = await describeFile(await ask(method, requestPath, { body: bodies[0], accept: type }));
    expect(file).toMatchObject({ byHeader: type, byName: extensionType(type) });
  });
});

test('200 with an archive of real files', async () => {
  const { bytes } = await ask('GET', '/v1/questionnaire/qst_1/export?format=zip');
  const files = Object.entries(unzipSync(bytes));
  expect(files.length).toBeGreaterThan(1);
  for (const [name, content] of files) {
    const headers = new Headers({ 'Content-Disposition': `attachment; filename="${name}"` });
    const { byName, byBytes } = await describeFile({ headers, bytes: content, text: '' });
    if (byName !== 'text/csv') expect(byBytes, name).toBe(byName);
  }
});
test('200 with an inline file when the request asks for inline', async () => {
  const path = contract.find(({ id }) => id === 'getAttachmentContent')?.path ?? '';
  expect((await ask('GET', `${path}&disposition=inline`)).headers.get('content-disposition')).toMatch(/^inline;/);
});
