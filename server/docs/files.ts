import { readdir, readFile } from 'node:fs/promises';
import { redocBundle, redocLicences } from './bundle.ts';
import { policy } from './policy.ts';

const built = new URL('../../docs/', import.meta.url);
const runsFromSource = import.meta.url.endsWith('.ts');

/** Content by file name. */
export type DocsFiles = ReadonlyMap<string, string>;

/** The reference documentation, whole and self-contained: put together when run from source, as built in the published package. */
export function docsFiles(): Promise<DocsFiles> {
  return runsFromSource ? assemble() : readBuilt();
}

async function assemble(): Promise<DocsFiles> {
  const contract = await readFile(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
  const { info }: { info: { title: string; summary: string } } = JSON.parse(contract);
  return new Map([
    ['index.html', fill(await page('index.html'), { policy, title: info.title, summary: info.summary })],
    ['docs.css', await page('docs.css')],
    ['docs.js', await page('docs.js')],
    ['favicon.svg', await page('favicon.svg')],
    ['openapi.json', contract],
    ['redoc.standalone.js', await redocBundle()],
    ['redoc.standalone.js.LICENSE.txt', await redocLicences()],
  ]);
}

async function readBuilt(): Promise<DocsFiles> {
  const names = await readdir(built);
  return new Map(
    await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await readFile(new URL(name, built), 'utf8')])),
  );
}

function page(name: string): Promise<string> {
  return readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}

function fill(template: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((html, [name, value]) => html.replaceAll(`{${name}}`, () => escapeHtml(value)), template);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
