/** Tests that the README and both packages name the Node.js versions that the installed packages require. */
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

/** @returns the packages for which npm would print a warning on this version */
function unsupportedPackages(version: string, isIncluded: (one: Package) => boolean): readonly string[] {
  return Object.entries(packages)
    .filter(([name, one]) => name && isIncluded(one) && !semver.satisfies(version, one.engines?.node ?? '*'))
    .map(([name]) => name);
}
const includeAll = () => true;
const isProduction = ({ dev }: Package) => !dev;
function versionIn(pattern: RegExp): string {
  return semver.coerce(pattern.exec(readme)?.[1])?.version ?? 'nothing';
}

test('npm ci prints no warning on the version that the README names, and some on the previous version', () => {
  const version = versionIn(/Node\.js ([\d.]+) or newer and npm are all/);
  expect(unsupportedPackages(version, includeAll)).toEqual([]);
  expect(unsupportedPackages(`${semver.major(version)}.${semver.minor(version) - 1}.0`, includeAll)).not.toEqual([]);
  expect(unsupportedPackages(process.version, includeAll)).toEqual([]);
});
test('the server supports exactly the versions that all its packages support', () => {
  const version = versionIn(/published server runs on Node\.js ([\d.]+)/);
  expect(server.engines?.node).toBe(`>=${semver.major(version)}.${semver.minor(version)}`);
  expect(unsupportedPackages(version, isProduction)).toEqual([]);
});
test('the client supports exactly the versions that its dependencies support', () => {
  const version = versionIn(/published client in browsers and on Node\.js ([\d.]+)/);
  expect(client.engines?.node).toBe(`>=${semver.major(version)}`);
  const ownDependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => packages[`node_modules/${name}`]);
  expect(unsupportedPackages(version, (one) => ownDependencies.includes(one))).toEqual([]);
});
