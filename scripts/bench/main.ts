/**
 * Measures the performance of the service and of alternatives that do the same work. `npm run bench -- contract requests` runs only these
 * sections; --json FILE stores the figures. BENCHMARKS.md explains them.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../../test/support/postgres.ts';
import { measureArchives, printArchives } from './archives.ts';
import { measureBackup, printBackup } from './backup.ts';
import { measureCluster, printCluster } from './cluster.ts';
import { measureContract, printContract } from './contract/section.ts';
import { measureGrow, printGrow } from './grow.ts';
import { connections, rounds } from './measure.ts';
import { measureLarge, printLarge } from './large.ts';
import { measureObservation, printObservation } from './observation.ts';
import { measurePortal, printPortal } from './portal.ts';
import { measureProgram, printProgram } from './program/section.ts';
import { measureRequests, printRequests } from './requests/section.ts';
import { measureScans, printScans } from './scans.ts';
import { measureSearch, printSearch } from './search.ts';
import { measureSoak, printSoak } from './soak.ts';
import { measureStarts, printStarts } from './starts.ts';
import { measureTools, printTools } from './tools.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, soak: { type: 'string', default: '600' } },
});
const section =
  <R>(measure: () => Promise<R>, print: (results: R) => void) =>
  async () => {
    const result = await measure();
    print(result);
    return result;
  };
const sections = {
  contract: section(measureContract, printContract),
  requests: section(measureRequests, printRequests),
  observation: section(measureObservation, printObservation),
  program: section(measureProgram, printProgram),
  large: section(measureLarge, printLarge),
  search: section(measureSearch, printSearch),
  cluster: section(measureCluster, printCluster),
  grow: section(measureGrow, printGrow),
  starts: section(measureStarts, printStarts),
  archives: section(measureArchives, printArchives),
  backup: section(measureBackup, printBackup),
  scans: section(measureScans, printScans),
  portal: section(measurePortal, printPortal),
  tools: section(measureTools, printTools),
  soak: section(() => measureSoak(Number(values.soak)), printSoak),
} as const;
const unknownSections = positionals.filter((name) => !Object.hasOwn(sections, name));
if (unknownSections.length > 0) throw new Error(`no section ${unknownSections.join(', ')}; there are ${Object.keys(sections).join(', ')}`);
if (postgresPrograms() === undefined) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql)');

const [loadBefore = NaN] = loadavg();
const results: Record<string, unknown> = {};
for (const [name, run] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`## ${name}\n`);
  results[name] = await run();
}
const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model ?? '',
  memory: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  load: loadBefore,
};
console.log(
  `${machine.processors} × ${machine.model}, ${machine.memory} GiB, Node ${machine.node}; load average ${loadBefore.toFixed(1)} before${loadBefore > 1 ? ': the machine was busy' : ''}`,
);
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, conditions: { connections, rounds }, ...results }, null, 2)}\n`,
  );
