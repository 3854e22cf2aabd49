/**
 * Checks that all distributed packages have a license that permits this: the production dependencies, the packages bundled with the server,
 * the optional peers, which are in the image, Redoc and MiniSearch, which are part of the built reference, and openapi-fetch, on which the
 * client depends, each with its own dependencies.
 */
import { existsSync, readFileSync } from 'node:fs';
import { bundledPackages } from './build/bundles.ts';

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

/** Licenses of packages whose package.json does not name them clearly. They come from the LICENSE files of the packages. */
const manuallyChecked: Readonly<Record<string, string>> = {
  decko: 'MIT',
  'png-js': 'MIT',
  stickyfill: 'MIT',
  'url-template': 'BSD-3-Clause',
};

interface Package {
  readonly name: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly license?: unknown;
  /** The form of the field in old packages. */
  readonly licenses?: readonly { readonly type: string }[];
}

const visited = new Map<string, Package>();
const { dependencies, peerDependencies } = read('.');
for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), ...bundledPackages, 'redoc', 'minisearch', 'openapi-fetch'])
  visit('.', name);

const disallowed = [...visited]
  .filter(([, one]) => !isAllowed(licenseOf(one)))
  .map(([folder, one]) => `${folder}: ${licenseOf(one) || 'no license'}`);
if (disallowed.length) {
  console.error(`Licenses that are not allowed:\n${disallowed.join('\n')}`);
  process.exit(1);
}
console.log(`${visited.size} packages, all under allowed licenses`);

function visit(importer: string, name: string) {
  const folder = find(importer, name);
  // Optional dependencies are not installed on every machine.
  if (folder === undefined || visited.has(folder)) return;
  const manifest = read(folder);
  visited.set(folder, manifest);
  for (const dependencyName of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }))
    visit(folder, dependencyName);
}

/** Resolves like Node: next to the package first, then in each parent folder. */
function find(folderOfImporter: string, name: string): string | undefined {
  for (let parent = folderOfImporter; ; parent = parent.slice(0, Math.max(parent.lastIndexOf('/node_modules/'), 1))) {
    if (existsSync(`${parent}/node_modules/${name}/package.json`)) return `${parent}/node_modules/${name}`;
    if (parent === '.') return undefined;
  }
}

function read(folder: string): Package {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
}

function licenseOf({ name, license, licenses = [] }: Package): string {
  return manuallyChecked[name] ?? (typeof license === 'string' ? license : licenses.map(({ type }) => type).join(' OR '));
}

/** Evaluates an SPDX expression: OR needs one allowed side, AND needs both. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.has(license)));
}
