/**
 * What the service costs, beside others doing the same work. `npm run bench -- contract requests` runs only these sections; --json FILE keeps
 * the figures. How to read them: BENCHMARKS.md.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../../test/support/postgres.ts';
import { measureCluster, printCluster } from './cluster.ts';
import { measureContract, printContract } from './contract/section.ts';
import { connections, rounds } from './measure.ts';
import { measureRequests, printRequests } from './requests/section.ts';
import { measureSoak, printSoak } from './soak.ts';
import { measureStarts, printStarts } from './starts.ts';
import { measureTools, printTools } from './tools.ts';

const sections = {
  contract: async () => { const results = await measureContract(); printContract(results); return results; },
  requests: async () => { const results = await measureRequests(); printRequests(results); return results; },
  cluster: async () => { const results = await measureCluster(); printCluster(results); return results; },
  starts: async () => { const results = await measureStarts(); printStarts(results); return results; },
  tools: async () => { const results = await measureTools(); printTools(results); return results; },
  soak: async () => { const results = await measureSoak(Number(values.soak)); printSoak(results); return results; },
} as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' }, soak: { type: 'string', default: '600' } } });
const unknown = positionals.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) throw new Error(`no section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}`);
if (postgresPrograms() === undefined) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql)');

const [before = NaN] = loadavg();
const results: Record<string, unknown> = {};
for (const [name, section] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`## ${name}\n`);
  results[name] = await section();
}
const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', memory: Math.round(totalmem() / 2 ** 30), node: process.version, load: before };
console.log(`${machine.processors} × ${machine.model}, ${machine.memory} GiB, Node ${machine.node}; load average ${before.toFixed(1)} before${before > 1 ? ': the machine was busy' : ''}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, conditions: { connections, rounds }, ...results }, null, 2)}\n`);
