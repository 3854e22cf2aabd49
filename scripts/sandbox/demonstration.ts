/**
 * Finds the demonstration of today, or makes it. Making it takes longest, so the result is kept. Its name contains the day, because all of its
 * dates are relative to the day on which it was made.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueHash } from '#domain/catalogue/release';
import type { Config } from '#platform/config';
import { templateFile } from '#platform/database/template';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('make-demonstration.ts', import.meta.url));

export interface Demonstration {
  readonly apiKey: string;
  /** The content of the database. */
  readonly dump: Blob;
  /** Copies the files to the data directory of a server. */
  copyFilesTo(dataDir: string): void;
}

/**
 * @param today the time of the system, not of the clock that was moved
 * @param config determines the addresses and the key in the demonstration
 * @param onMake is called if it has to be made, which takes a while
 */
export async function demonstrationOf(today: Date, config: Config, onMake: () => void): Promise<Demonstration> {
  const template = templateFile(catalogueHash());
  const caches = path.dirname(template);
  const prefix = `sandbox-${today.toISOString().slice(0, 10)}-`;
  const folder = path.join(caches, prefix + hashOf(template, config));
  if (!existsSync(folder)) {
    onMake();
    await make(folder, config);
    for (const name of readdirSync(caches))
      if (name.startsWith('sandbox-') && !name.startsWith(prefix)) rmSync(path.join(caches, name), { recursive: true, force: true });
  }
  return {
    apiKey: readFileSync(path.join(folder, 'key'), 'utf8'),
    dump: new Blob([readFileSync(path.join(folder, 'database.tar'))]),
    copyFilesTo: (dataDir) => cpSync(path.join(folder, 'files'), path.join(dataDir, 'files'), { recursive: true }),
  };
}

/** Returns a hash of everything that the demonstration depends on, besides the day. The code is that of the whole server. */
function hashOf(template: string, { appUrl, bootstrapApiKey = '', secret = '' }: Config): string {
  const hash = createHash('sha256').update([path.basename(template), appUrl, bootstrapApiKey, secret].join('\n'));
  for (const file of globSync(['server/**/*.ts', 'generated/operations.ts', 'scripts/sandbox/make-demonstration.ts'], { cwd: root }).sort())
    hash.update(`\n${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Makes the demonstration in a process of its own, because the engine keeps its memory as long as its process lives. */
async function make(folder: string, { appUrl, bootstrapApiKey = '' }: Config) {
  const env = { ...process.env, APP_URL: appUrl, BOOTSTRAP_API_KEY: bootstrapApiKey };
  const child = spawn(process.execPath, [program, folder], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error('the demonstration could not be made');
}
