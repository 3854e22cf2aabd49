import type { Mutant } from './mutant.ts';

const migration = 'server/platform/database/migrations/0013_accounts.sql';
const tests = ['test/areas/workforce/people.accounts.test.ts'];

/** Breaks the rule that accounts belong to persons. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a membership without consent',
    file: migration,
    from: "current_setting('role') <> 'none' and not consents",
    to: "current_setting('role') = 'none' and not consents",
    tests: ['test/tenancy/rows.test.ts'],
  },
  {
    name: 'an account of another organization that a record may name',
    file: migration,
    from: 'or found and not belongs_elsewhere(may_name_account.id)',
    to: 'or found',
    tests,
  },
  {
    name: 'an account of another organization that is found by its e-mail address',
    file: migration,
    from: 'case when belongs_elsewhere(found) then null else found end',
    to: 'found',
    tests,
  },
  {
    name: 'an account that two organizations name concurrently, without a lock',
    file: migration,
    from: 'u.email is not null for no key update',
    to: 'u.email is not null',
    tests,
    onPostgres: true,
  },
  {
    name: 'an account that is renamed by another organization',
    file: migration,
    from: '(by_person or not belongs_elsewhere(rename_account.id))',
    to: '(by_person or true)',
    tests,
  },
  {
    name: 'a sign-in address that another organization changes',
    file: migration,
    from: 'alone := not belongs_elsewhere(account.id);',
    to: 'alone := true;',
    tests,
  },
  {
    name: 'a changed address that stays verified',
    file: 'server/areas/workforce/people/queries/person.ts',
    from: '{ email, email_verified: false }',
    to: '{ email }',
    tests,
  },
  {
    name: 'an unverified address that signs in',
    file: 'server/platform/identity/find-actor.ts',
    from: "eb('u.email_verified', '=', true)",
    to: "eb('u.id', '<>', '')",
    tests,
  },
  {
    name: 'a confirmation link that survives a change of roles',
    file: 'server/domain/people/members/confirmation.ts',
    from: 'email, ...roles].join',
    to: 'email].join',
    tests,
  },
  {
    name: 'a confirmation link that does not expire',
    file: 'server/domain/people/members/confirmation.ts',
    from: '|| Number(expires) < Date.now()',
    to: '',
    tests,
  },
  {
    name: 'a staff address that counts as verified without confirmation',
    file: 'server/domain/people/members/join.ts',
    from: '!isStaffAddress(email, ports.access.staffEmailDomains)',
    to: '!isStaffAddress(email, [])',
    tests,
  },
  {
    name: 'an e-mail address that a member with fewer permissions may change',
    file: 'server/areas/workforce/people/rules/people.ts',
    from: 'return hasAllPermissions(actor, recentPermissions(organizationRoles, recentMember)) ?',
    to: 'return organizationRoles ?',
    tests,
  },
  {
    name: 'the e-mail address of an owner that an API key changes',
    file: 'server/areas/workforce/people/rules/people.ts',
    from: 'if (keyRefusal) return keyRefusal;',
    to: '// A key',
    tests,
  },
  {
    name: 'the e-mail address of the owner of a key that the key changes',
    file: 'server/areas/workforce/people/rules/people.ts',
    from: 'isInPerson(actor, { id }) ? undefined : sessionRequired',
    to: 'undefined',
    tests,
  },
  {
    name: 'a membership that a member with fewer permissions moves to another user',
    file: 'server/areas/workforce/people/rules/people.ts',
    from: 'requested.userId !== member.userId || (requested.email',
    to: '(requested.email',
    tests,
  },
];
