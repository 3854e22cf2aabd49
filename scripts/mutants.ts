/**
 * The proof, proven: breaks a copy of the server once in each of these ways and looks whether the tests notice. A break that passes is a
 * hole in the tests. `npm run test:mutants -- word` tries only those whose name holds the word.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Mutant { readonly name: string; readonly file: string; readonly from: string; readonly to: string; readonly tests: readonly string[]; /** Where one session would hide it. */ readonly onPostgres?: true }

const mutants: readonly Mutant[] = [
  { name: 'a tenant policy that lets everything through', file: 'server/database/migrations/0001_foundation.sql', from: 'using (organization_id = (select current_organization())) with check', to: 'using (true) with check', tests: ['test/tenancy'] },
  { name: 'a table that forgets tenant_table', file: 'server/database/migrations/0007_risks.sql', from: "call tenant_table('risk_acceptance');", to: "alter table risk_acceptance add organization_id text not null default current_organization(), add unique (organization_id, id); grant all on risk_acceptance to tenant;", tests: ['test/tenancy'] },
  { name: 'a reference that does not carry the organization', file: 'server/database/migrations/0007_risks.sql', from: 'add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id)', to: 'add foreign key (assignee_id) references member (id) on delete set null', tests: ['test/tenancy'] },
  { name: 'a permission that is not asked for', file: 'server/contract/admission.ts', from: "actor.credential !== 'grant' && !permits(", to: "actor.credential === 'grant' && !permits(", tests: ['test/contract/operations.test.ts'] },
  { name: 'a revoked key that goes on working', file: 'server/identity/credentials.ts', from: ".where('k.is_active', '=', true)", to: '', tests: ['test/identity'] },
  { name: 'the session of a deactivated member', file: 'server/identity/credentials.ts', from: ".where('m.organization_id', '=', organizationId).where('m.is_active', '=', true)", to: ".where('m.organization_id', '=', organizationId)", tests: ['test/identity'] },
  { name: 'a status that the contract does not declare', file: 'server/areas/roles/handlers.ts', from: "refusal(404, 'Role not found')", to: "refusal(410, 'Role not found')", tests: ['test/contract/operations.test.ts'] },
  { name: 'a field of another type', file: 'server/areas/risks/rules.ts', from: 'return { raw, score,', to: 'return { raw: String(raw), score,', tests: ['test/areas/risks.test.ts'] },
  { name: 'a field too many', file: 'server/areas/employees/handlers.ts', from: 'const { organizationId, userId, linkId, ...employee } = after;', to: 'const { organizationId, userId, ...employee } = after;', tests: ['test/areas/employees.test.ts'] },
  { name: 'a change without its audit entry', file: 'server/contract/conduct.ts', from: "return logged === true || (effect === 'change'", to: "return logged === true || (effect !== 'change'", tests: ['test/areas/risks.test.ts'] },
  { name: 'an audit entry without its predecessor', file: 'server/database/migrations/0005_audit-logs.sql', from: "coalesce(last.hash, '') || head", to: 'head', tests: ['test/areas/audit-logs.test.ts', 'test/areas/audit-logs.verification.test.ts'] },
  { name: 'a change that is kept although it was refused', file: 'server/contract/conduct.ts', from: "if (reply.status >= 400 || reply.ask) return { result: reply, settlement: 'undo' };", to: "if (reply.ask) return { result: reply, settlement: 'undo' };\n    if (reply.status >= 400) return { result: reply, settlement: [] };", tests: ['test/areas'] },
  { name: 'If-Match that always holds', file: 'server/contract/etag.ts', from: ".some((one) => one === '*'", to: ".some((one) => one !== '*'", tests: ['test/contract/conditional.test.ts'] },
  { name: 'changes of one record that do not follow each other', file: 'server/contract/conduct.ts', from: "if (operation.effect === 'read' || operation.record === undefined) return [];", to: 'if (operation) return [];', tests: ['test/contract/conditional.test.ts'], onPostgres: true },
  { name: 'an Idempotency-Key that is forgotten', file: 'server/contract/idempotency.ts', from: 'if (!kept) return undefined;', to: 'if (kept ?? true) return undefined;', tests: ['test/contract/idempotency.test.ts'] },
  { name: 'a cursor of anybody\'s making', file: 'server/contract/paging.ts', from: "if (!secrets.verify('cursor'", to: "if (position === '' && !secrets.verify('cursor'", tests: ['test/areas/risks.list.test.ts', 'test/contract'] },
  { name: 'a list that is asked with the filters of another request', file: 'server/database/page.ts', from: "limit && 'limit', shape]", to: "limit && 'limit']", tests: ['test/areas/risks.list.test.ts'] },
  { name: 'a read that goes on after its transaction', file: 'server/database/handle.ts', from: 'isOpen = false;', to: '', tests: ['test/areas'] },
  { name: 'a limit that nobody reaches', file: 'server/contract/rate-limit.ts', from: 'const allowed = count.total < limit;', to: 'const allowed = count.total < limit * 1000;', tests: ['test/contract/rate-limit.test.ts'] },
  { name: 'a body that nobody checks', file: 'server/contract/fit.ts', from: ' || (body && !body(req.body))', to: '', tests: ['test/areas/risks.refusals.test.ts', 'test/contract'] },
  { name: 'numbers without end', file: 'server/contract/fit.ts', from: 'query[name] === Infinity ||', to: "query[name] === '' ||", tests: ['test/properties'] },
  { name: 'a name given twice', file: 'server/contract/json.ts', from: 'if (top.names.has(top.step))', to: "if (top.names.has('') && top.names.has(top.step))", tests: ['test/contract/bodies.test.ts'] },
  { name: 'a page of a foreign origin that may change things', file: 'server/contract/origins.ts', from: 'if (changes && origin !== undefined && !isTrusted(origin)', to: 'if (changes && origin === undefined && !isTrusted(String(origin))', tests: ['test/contract/origins.test.ts'] },
  { name: 'an address that anybody may sign', file: 'server/files/signatures.ts', from: "? organizationId : undefined;", to: "? organizationId : organizationId;", tests: ['test/areas/uploads.test.ts'] },
  { name: 'a file that stays although its record was not kept', file: 'server/files/receive.ts', from: 'if (!kept) await files.remove(key);', to: 'if (kept && !key) await files.remove(key);', tests: ['test/areas/attachments.files.test.ts'] },
  { name: 'a file that is given out damaged', file: 'server/outside/measure.ts', from: "if (hash.digest('hex') !== sha256)", to: "if (hash.digest('hex') === '')", tests: ['test/outside/files.test.ts'] },
  { name: 'a mock that asks for no credential', file: 'mock/credentials.ts', from: 'return presented?.secret ? anybody : undefined;', to: 'return anybody;', tests: ['test/mock/parity.test.ts'] },
];

const wanted = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
for (const name of readdirSync('.')) if (!['node_modules', 'data', 'dist', '.git'].includes(name)) cpSync(name, path.join(folder, name), { recursive: true });
symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));

function passes(tests: readonly string[], onPostgres = false): boolean {
  const [program = '', ...parameters] = onPostgres ? ['node', 'scripts/test-postgres.ts'] : ['vitest', 'run'];
  return spawnSync(program, [...parameters, '--bail=1', ...tests], { cwd: folder, stdio: 'ignore', env: { ...process.env, WHOLE_SUITE: '0' } }).status === 0;
}

const all = [...new Set(wanted.flatMap(({ tests }) => tests))];
for (const test of all) if (!existsSync(test)) throw new Error(`${test} is gone`);
if (!passes(all)) throw new Error('the tests fail on what is not broken');

let survivors = 0;
for (const { name, file, from, to, tests, onPostgres } of wanted) {
  const whole = readFileSync(file, 'utf8');
  const broken = whole.replace(from, () => to);
  if (broken === whole) throw new Error(`${name}: there is nothing to break in ${file}`);
  writeFileSync(path.join(folder, file), broken);
  const caught = !passes(tests, onPostgres);
  if (!caught) survivors += 1;
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${name}`);
  writeFileSync(path.join(folder, file), whole);
}
rmSync(folder, { recursive: true });
console.log(`mutants: ${wanted.length - survivors} caught, ${survivors} survived`);
process.exitCode = survivors ? 1 : 0;
