/** Which Node.js is needed: the README and both packages say what the installed packages demand. */
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, test } from 'vitest';

interface Package {
  readonly dev?: boolean;
  readonly engines?: { readonly node?: string };
}
const readme = readFileSync('README.md', 'utf8').replaceAll('\n', ' ');
const { packages }: { packages: Readonly<Record<string, Package>> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const server: Package = JSON.parse(readFileSync('package.json', 'utf8'));
const client: Package = JSON.parse(readFileSync('scripts/client/package.json', 'utf8'));

/** The packages that npm would warn of on this version. */
function refusing(version: string, isAsked: (one: Package) => boolean): readonly string[] {
  return Object.entries(packages)
    .filter(([name, one]) => name && isAsked(one) && !semver.satisfies(version, one.engines?.node ?? '*'))
    .map(([name]) => name);
}
const all = () => true;
const production = ({ dev }: Package) => !dev;
function said(pattern: RegExp): string {
  return semver.coerce(pattern.exec(readme)?.[1])?.version ?? 'nothing';
}

test('npm ci warns of no package on the version that the README names, and of some on the one before it', () => {
  const version = said(/Node\.js ([\d.]+) or newer and npm are all/);
  expect(refusing(version, all)).toEqual([]);
  expect(refusing(`${semver.major(version)}.${semver.minor(version) - 1}.0`, all)).not.toEqual([]);
  expect(refusing(process.version, all)).toEqual([]);
});
test('the server runs where all that it is installed with does', () => {
  const version = said(/published server runs on Node\.js ([\d.]+)/);
  expect(server.engines?.node).toBe(`>=${semver.major(version)}.${semver.minor(version)}`);
  expect(refusing(version, production)).toEqual([]);
});
test('the client runs where its dependencies do', () => {
  const version = said(/published client in browsers and on Node\.js ([\d.]+)/);
  expect(client.engines?.node).toBe(`>=${semver.major(version)}`);
  const own = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => packages[`node_modules/${name}`]);
  expect(refusing(version, (one) => own.includes(one))).toEqual([]);
});
