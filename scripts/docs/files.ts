/** Assembles the reference documentation: all its files, self-contained, for the server and for any static host. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { DocsFiles } from '#docs/files';
import { readWorkflows } from '../workflows/read.ts';
import { type Document, readContract } from './contract.ts';
import { errorsOf } from './errors.ts';
import { documentOf, groupsOf } from './groups.ts';
import { guidesOf } from './guides.ts';
import { linksOf } from './links.ts';
import { markdownFiles } from './markdown.ts';
import { entryPage, errorsPage, guidesPage, operationsPage, type Reference } from './pages.ts';
import { presentContract } from './presentation.ts';
import { redocBundle, redocLicenses } from './redoc.ts';
import { entriesOf } from './search.ts';
import { workflowsPage } from './workflows.ts';

/** @throws when a link is broken, an example is missing, or a package is not as expected */
export async function assembleDocs(): Promise<DocsFiles> {
  const contract = readContract();
  const document: Document = JSON.parse(contract);
  const groups = groupsOf(document);
  const reference: Reference = {
    document,
    groups,
    guides: guidesOf(document),
    refusals: errorsOf(document),
    links: linksOf(document, groups),
    workflows: readWorkflows(),
  };
  const presented = presentContract(JSON.parse(contract));
  return new Map([
    ['index.html', entryPage(reference)],
    ['guides.html', guidesPage(reference)],
    ['workflows.html', workflowsPage(reference)],
    ...reference.workflows.map(({ name, text }): [string, string] => [name, text.replace('../../generated/openapi.json', 'openapi.json')]),
    ['errors.html', errorsPage(reference)],
    ['all.html', operationsPage(reference, undefined)],
    ['all.json', JSON.stringify(presented)],
    ...groups.flatMap((group): [string, string][] => [
      [`${group.slug}.html`, operationsPage(reference, group)],
      [`${group.slug}.json`, JSON.stringify(documentOf(presented, group, introduction))],
    ]),
    ...markdownFiles(reference),
    ['search.json', JSON.stringify(entriesOf(reference))],
    ['openapi.json', contract],
    ...['docs.css', 'docs.js', 'near.js', 'moved.js', 'search.js', 'favicon.svg'].map((name): [string, string] => [name, pagePart(name)]),
    ['minisearch.js', await library('minisearch/dist/es/index.js')],
    ['minisearch.LICENSE.txt', await library('minisearch/LICENSE.txt')],
    ['redoc.standalone.js', await redocBundle()],
    ['redoc.standalone.js.LICENSE.txt', await redocLicenses()],
  ]);
}

const introduction =
  'What holds for all operations stands in the guides: [authentication](guides.html#authentication), [errors](guides.html#errors), ' +
  '[paging](guides.html#paging), [files](guides.html#files), [runs](guides.html#runs) and [more](guides.html).';

function pagePart(name: string): string {
  return readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');
}

/** A file of an installed package, without the link to its source map, which is not included. */
async function library(file: string): Promise<string> {
  const folder = new URL('../../node_modules/', import.meta.url);
  return (await readFile(new URL(file, folder), 'utf8')).replace(/\n\/\/# sourceMappingURL=[^\n]*/, '');
}
