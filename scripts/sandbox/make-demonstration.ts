/** Makes the demonstration for the sandbox, and writes its database, its files and its API key to the folder in the argument. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { loadDemonstration } from '#demonstration/load';
import { openDatabase } from '#platform/database/open';
import { registerSecret } from '#platform/database/secret-mark';
import { portsFrom } from '#platform/ports/index';
import { templatePath } from '../make-template.ts';
import { sandboxConfig } from './config.ts';

const [, , folder = ''] = process.argv;
process.umask(0o077);
const workFolder = mkdtempSync(path.join(tmpdir(), 'sandbox-demonstration-'));
// Beside the result, because a folder can only be renamed within a file system.
const unfinished = `${folder}.${process.pid}`;
try {
  mkdirSync(unfinished);
  const dataDir = path.join(workFolder, 'database');
  const database = await openDatabase({ dataDir, template: templatePath, acquireTimeout: 60_000 });
  const config = sandboxConfig(process.env, unfinished);
  await registerSecret(database.system, config);
  const apiKey = await loadDemonstration(database, await portsFrom(config), config.bootstrapApiKey);
  await database.close();
  if (apiKey === undefined) throw new Error('the template has an organization already');
  const pglite = await PGlite.create(dataDir);
  writeFileSync(path.join(unfinished, 'database.tar'), Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  writeFileSync(path.join(unfinished, 'key'), apiKey);
  // Another sandbox may have made it meanwhile.
  if (!existsSync(folder)) renameSync(unfinished, folder);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(workFolder, { recursive: true });
}
