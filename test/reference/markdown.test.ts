/** The reference as Markdown: every page and every operation, and llms.txt, which leads to them. */
import { beforeAll, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { assembleDocs } from '../../scripts/docs/files.ts';
import { startApp } from '../support/app.ts';

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  files = await assembleDocs();
});
const textOf = (name: string) => files.get(name) ?? '';
const withoutCode = (text: string) => text.replaceAll(/^(`{3,4})[^]*?^\1$/gm, '').replaceAll(/`[^`\n]*`/g, '');

test('every page and every operation has a file', () => {
  const pages = [...files.keys()].filter((name) => name.endsWith('.html')).map((name) => name.replace('.html', '.md'));
  const expectedNames = [...pages, ...Object.keys(operations).map((id) => `${id}.md`)];
  expect([...files.keys()].filter((name) => name.endsWith('.md')).sort()).toEqual(expectedNames.sort());
});
test('every link leads to a file, and llms.txt leads to every operation', () => {
  const linksIn = (name: string) => Array.from(withoutCode(textOf(name)).matchAll(/\]\(([^)\s#]+)/g), ([, href = '']) => href);
  const names = [...files.keys()].filter((name) => /\.(md|txt)$/.test(name) && !name.includes('LICENSE'));
  const deadLinks = names.flatMap((name) => linksIn(name).map((href) => `${name}: ${href}`));
  expect(deadLinks.length).toBeGreaterThan(2000);
  expect(deadLinks.filter((link) => !/: https?:/.test(link) && !files.has(link.split(': ')[1] ?? ''))).toEqual([]);
  const reached = new Set(['llms.txt']);
  for (const name of reached) for (const href of linksIn(name)) if (files.has(href)) reached.add(href);
  expect(Object.keys(operations).filter((id) => !reached.has(`${id}.md`))).toEqual([]);
});
test('an operation has its permission, parameters, fields, errors and samples', () => {
  const text = textOf('updateRisk.md');
  for (const part of [
    '`PATCH /v1/risks/{id}`',
    'Needs the permission `risk:update`.',
    '- `id` (path, string, required)',
    '- `status` (`open` | `pending` | `closed` | `archived`)',
    '  - `description` (string)',
    '### 412',
    '- `record_changed`: The record has changed',
    '```python\nimport os',
  ])
    expect(text).toContain(part);
});

const app = startApp();
test('the server sends the files as Markdown, and llms.txt at the root', async () => {
  for (const [address, type, start] of [
    ['/docs/getRisk.md', 'text/markdown; charset=utf-8', '# Get a risk'],
    ['/docs/guides.md', 'text/markdown; charset=utf-8', '# Guides'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Compliance'],
  ] as const) {
    const response = await fetch(app.base + address);
    expect([response.status, response.headers.get('content-type')], address).toEqual([200, type]);
    expect((await response.text()).startsWith(start), address).toBe(true);
  }
});
