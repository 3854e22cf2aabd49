/**
 * Traces each claim of the interface specification (spec/claims.tsv) to its operations and to the tests that cover it. Exits with 1 when a
 * claim whose operations are in the contract has no test, or when spec/claims-tests.tsv names a test or a claim that does not exist.
 * `--brief` prints only the faults; `--html <file>` writes the table as a page, as `npm run docs` does next to the reference.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pageOf } from './trace/page.ts';
import { traceProject } from './trace/project.ts';
import { summary } from './trace/states.ts';

const {
  values: { brief, html, claims, shown, tests: folder },
} = parseArgs({
  options: {
    brief: { type: 'boolean' },
    html: { type: 'string' },
    claims: { type: 'string', default: 'spec/claims.tsv' },
    shown: { type: 'string', default: 'spec/claims-tests.tsv' },
    tests: { type: 'string', default: 'test' },
  },
});
const { all, faults } = traceProject({ claims, shown, folder });

if (!brief) {
  for (const { id, state, concerns, text, showings, awaited } of all) {
    console.log(
      `${id.padEnd(8)} ${state.padEnd(8)} ${text}${concerns.length ? ` [${concerns.join(', ')}]` : ''}${awaited.length ? ` awaits ${awaited.join(', ')}` : ''}`,
    );
    for (const { file, line, name } of showings) console.log(`${' '.repeat(18)}${file}:${line} ${name}`);
  }
}
if (html) writeFileSync(html, pageOf(all));
for (const fault of faults) console.error(fault);
console.log(`trace: ${summary(all)}; ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
