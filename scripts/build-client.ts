/** Writes the package of the client: `node scripts/build-client.ts [folder]`, by default into dist/client/. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';

interface Package {
  readonly version: string;
  readonly license: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const [, , folder = 'dist/client'] = process.argv;
const { version, license, devDependencies }: Package = JSON.parse(readFileSync('package.json', 'utf8'));
const client: object = JSON.parse(readFileSync('scripts/client/package.json', 'utf8'));
const dependencies = { 'openapi-fetch': devDependencies['openapi-fetch'] };

execFileSync('node', ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.client.json', '--outDir', folder], { stdio: 'inherit' });
writeFileSync(`${folder}/package.json`, `${JSON.stringify({ ...client, version, license, dependencies }, null, 2)}\n`);
cpSync('scripts/client/README.md', `${folder}/README.md`);
cpSync('LICENSE', `${folder}/LICENSE`);
