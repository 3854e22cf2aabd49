import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Builds and packs the client, and installs it into a fresh project without a registry: its dependencies are copied from this project.
 * @returns the folder of the project, and the output of `npm pack` about the package
 */
export async function installClient(): Promise<{ project: string; packed: Packed }> {
  const project = mkdtempSync(path.join(tmpdir(), 'client-'));
  const built = path.join(project, 'built');
  const modules = path.join(project, 'node_modules');
  const installed = path.join(modules, 'compliance-automation-client');
  mkdirSync(built);
  mkdirSync(installed, { recursive: true });
  await run('node', ['scripts/build-client.ts', built]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project, built]);
  const [packed]: [Packed] = JSON.parse(stdout);
  await run('tar', ['-xzf', path.join(project, packed.filename), '-C', installed, '--strip-components=1']);
  for (const name of dependencies) cpSync(path.join('node_modules', name), path.join(modules, name), { recursive: true });
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  return { project, packed };
}

/** Direct and indirect dependencies of the client. */
const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'];

export interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}
