/**
 * Whatever reaches a user has a license that lets us pass it on: the production dependencies, Redoc and MiniSearch, which are part of the
 * built reference, and openapi-fetch, which the client depends on, each with all that it needs itself.
 */
import { existsSync, readFileSync } from 'node:fs';

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Whose package.json does not say, or says too little: read in their LICENSE. */
const looked: Readonly<Record<string, string>> = { decko: 'MIT', 'png-js': 'MIT', stickyfill: 'MIT', 'url-template': 'BSD-3-Clause' };

interface Package {
  readonly name: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly license?: unknown;
  /** What old packages have instead. */
  readonly licenses?: readonly { readonly type: string }[];
}

const reached = new Map<string, Package>();
for (const name of [...Object.keys(read('.').dependencies ?? {}), 'redoc', 'minisearch', 'openapi-fetch']) reach('.', name);

const refused = [...reached]
  .filter(([, one]) => !isAllowed(licenseOf(one)))
  .map(([folder, one]) => `${folder}: ${licenseOf(one) || 'no license'}`);
if (refused.length) {
  console.error(`Licenses that are not allowed:\n${refused.join('\n')}`);
  process.exit(1);
}
console.log(`${reached.size} packages, all under allowed licenses`);

function reach(from: string, name: string) {
  const folder = find(from, name);
  // Optional ones are not there on every machine.
  if (folder === undefined || reached.has(folder)) return;
  const found = read(folder);
  reached.set(folder, found);
  for (const needed of Object.keys({ ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies }))
    reach(folder, needed);
}

/** As Node does: beside, then further and further out. */
function find(from: string, name: string): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(above.lastIndexOf('/node_modules/'), 1))) {
    if (existsSync(`${above}/node_modules/${name}/package.json`)) return `${above}/node_modules/${name}`;
    if (above === '.') return undefined;
  }
}

function read(folder: string): Package {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
}

function licenseOf({ name, license, licenses = [] }: Package): string {
  return looked[name] ?? (typeof license === 'string' ? license : licenses.map(({ type }) => type).join(' OR '));
}

/** An SPDX expression: one side of an OR is enough, of an AND it takes both. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.has(license)));
}
