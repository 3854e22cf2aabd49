/**
 * What a request costs, how long a start takes and how long the tools do; in less than two minutes. Prints tables; --json FILE keeps
 * the figures. How to read them: BENCHMARKS.md.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../../test/support/postgres.ts';
import { size } from './data.ts';
import { onEmbedded, onPostgres, type Results } from './engines.ts';
import { connections, rounds } from './requests.ts';
import { measureTools } from './tools.ts';

const { values: { json } } = parseArgs({ options: { json: { type: 'string' } } });
const [before = NaN] = loadavg();
const results: Results[] = [await onEmbedded()];
if (postgresPrograms() !== undefined) results.push(await onPostgres());
else console.log('PostgreSQL is not installed, so only the embedded engine is measured (Debian: apt-get install postgresql)');
const requests = results.flatMap((result) => result.requests);
const starts = results.flatMap((result) => result.starts);
const tools = await measureTools();
const [after = NaN] = loadavg();
const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', memory: Math.round(totalmem() / 2 ** 30), node: process.version, load: { before, after } };

const ms = (value: number | undefined) => value?.toFixed(value < 10 ? 2 : 0) ?? '';
const ratio = (one: number, other: number | undefined) => (other === undefined ? '' : `${(one / other).toFixed(1)} ×`);
print(['Engine', 'Request', 'CPU ms', 'p50 ms', 'by hand: CPU ms', 'p50 ms', 'ratio: CPU', 'p50'], requests.map(({ engine, request, service, byHand }) => [
  engine, request, ms(service.cpu), ms(service.p50), ms(byHand?.cpu), ms(byHand?.p50), ratio(service.cpu, byHand?.cpu), ratio(service.p50, byHand?.p50),
]));
print(['Server', 'First answer after s', 'Memory MiB', 'after the load'], starts.map(({ server, startup, memory, memoryAfterLoad }) => [server, (startup / 1000).toFixed(2), memory.toFixed(0), memoryAfterLoad.toFixed(0)]));
print(['Tool', 'Clock s', 'CPU s'], tools.map(({ name, wall, cpu }) => [name, wall.toFixed(1), cpu?.toFixed(1) ?? '']));
console.log(`${machine.processors} × ${machine.model}, ${machine.memory} GiB, Node ${machine.node}; load average ${before.toFixed(1)} before, ${after.toFixed(1)} after${before > 1 ? ': the machine was busy' : ''}`);
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, conditions: { risks: size, connections, rounds }, requests, starts, tools }, null, 2)}\n`);

/** As a table of Markdown. */
function print(head: readonly string[], lines: readonly (readonly string[])[]) {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of [head, widths.map((width) => '-'.repeat(width)), ...lines]) console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  console.log();
}
