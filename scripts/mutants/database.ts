import type { Mutant } from './mutant.ts';

/** Data of other versions, other databases and other installations. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a released migration that is changed',
    file: 'server/platform/database/migrations/0009_requests.sql',
    from: 'Requests counted by servers',
    to: 'Requests counted by all servers',
    tests: ['test/faults/upgrade.test.ts'],
  },
  {
    name: 'members of an older version without what came of their accounts',
    file: 'server/platform/database/migrations/0013_people.sql',
    from: 'update member m set email_verified = u.email_verified,',
    to: 'update member m set',
    tests: ['test/faults/upgrade.test.ts'],
  },
  {
    name: 'rights that are not made again',
    file: 'server/platform/database/access.ts',
    from: 'if (!isClosed(entrance) || differences(access).length) await',
    to: 'if (!isClosed(entrance) && differences(access).length) await',
    tests: ['test/faults/installations.test.ts'],
  },
  {
    name: 'policies of another role that stay',
    file: 'server/platform/database/access.ts',
    from: '...(found?.policies ?? []).map(',
    to: '...[...(found?.policies ?? [])].slice(1).map(',
    tests: ['test/faults/installations.test.ts'],
  },
  {
    name: 'rights of another role that stay',
    file: 'server/platform/database/access.ts',
    from: "...(found?.granted ?? []).map(({ to }) => to), 'public', 'tenant'",
    to: "'public', 'tenant'",
    tests: ['test/faults/installations.test.ts'],
  },
  {
    name: 'a database that every login may connect to',
    file: 'server/platform/database/access.ts',
    from: 'sql`revoke connect on database ${sql.id(entrance.database)} from public`,',
    to: '',
    tests: ['test/faults/installations.test.ts'],
  },
  {
    name: 'a role that somebody else may take',
    file: 'server/platform/database/tenant-role.ts',
    from: 'if (other) {',
    to: 'if (other && !exists) {',
    tests: ['test/faults/installations.test.ts'],
  },
  {
    name: 'readiness that does not ask as requests do',
    file: 'server/platform/health.ts',
    from: "probe(() => readTransaction(tenant, nobody, (db) => db.selectFrom('organization').select('id').execute()))",
    to: 'probe(() => sql`select 1`.execute(tenant))',
    tests: ['test/faults/installations.test.ts'],
  },
  {
    name: 'a SECRET that is not looked at',
    file: 'server/platform/database/secret-mark.ts',
    from: 'mark === markOf(present)',
    to: 'mark !== markOf(present)',
    tests: ['test/faults/secret.test.ts'],
  },
  {
    name: 'a mark that does not move with FORMER_SECRETS',
    file: 'server/platform/database/secret-mark.ts',
    from: 'if (former !== undefined) await replaceMark',
    to: 'if (former === undefined) await replaceMark',
    tests: ['test/faults/secret.test.ts'],
  },
];
