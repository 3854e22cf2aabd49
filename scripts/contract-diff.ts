/**
 * Compares the contract with the last release: within a major version of the package, nothing may break a client (CONTRIBUTING.md, "How the
 * contract may change"). Prints a section for CHANGELOG.md with a line for each kind of change, and exits with 1 if one is breaking.
 *
 * The last release is `spec/released/<version>.json`, a copy of generated/openapi.json. It is a file and not a tag, because a shallow clone
 * and an archive have no tags, and because what counts as released is then reviewed like any other change. With `--release`, the contract
 * becomes the released one.
 */
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Change } from './contract-diff/change.ts';
import { findContractChanges } from './contract-diff/operations.ts';

const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const {
  values: { release, contract, released, version },
} = parseArgs({
  options: {
    release: { type: 'boolean' },
    contract: { type: 'string', default: 'generated/openapi.json' },
    released: { type: 'string', default: 'spec/released' },
    version: { type: 'string', default: manifest.version },
  },
});
const [file, ...otherFiles] = readdirSync(released).filter((name) => name.endsWith('.json'));
if (file === undefined || otherFiles.length) throw new Error(`${released}/ must contain exactly one contract, the one of the last release`);
const lastVersion = file.replace(/\.json$/, '');

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const changes = findContractChanges(read(`${released}/${file}`), read(contract), new Date().toISOString().slice(0, 10));
const breaking = changes.filter((change) => change.breaking);
const compatible = changes.filter((change) => !change.breaking);

console.log(`## ${version === lastVersion ? 'Unreleased' : version}`);
console.log(changes.length ? `The API, compared with ${lastVersion}:` : `The API is the same as in ${lastVersion}.`);
section('Breaking', breaking);
section('Not breaking', compatible);

if (breaking.length && major(version) <= major(lastVersion)) {
  console.error(
    `contract: ${breaking.length} breaking since ${lastVersion}. Take it back, or mark what is to leave as deprecated; only another major version may break.`,
  );
  process.exitCode = 1;
} else if (release) {
  rmSync(`${released}/${file}`);
  copyFileSync(contract, `${released}/${version}.json`);
}

function major(versionText: string): number {
  return Number(versionText.split('.')[0]);
}

/** Prints a section with one line for each kind of change, which lists all operations with this change. */
function section(title: string, changesOfSection: readonly Change[]) {
  if (!changesOfSection.length) return;
  console.log(`\n### ${title}`);
  for (const [description, subjects] of Map.groupBy(changesOfSection, (change) => change.what))
    console.log(`- ${subjects.map(({ subject }) => `\`${subject}\``).join(', ')}: ${description}`);
}
