import type { Mutant } from './mutant.ts';

/** Breaks the rules that a key has at most the rights of its creator, and that members grant only rights that they have. */
export const mutants: readonly Mutant[] = [
  {
    name: 'rights that are not asked again when the body has come',
    file: 'server/contract/run-operation.ts',
    from: "operation.effect === 'change' ? await authorizeAgain()",
    to: "operation.effect === 'change' ? req.requestState.actor",
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key with more than its member',
    file: 'server/platform/identity/find-actor.ts',
    from: 'row.scopes.filter((scope) => heldPermissions.has(scope))',
    to: 'row.scopes',
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key whose member is deactivated',
    file: 'server/platform/identity/find-actor.ts',
    from: ".on('m.is_active', '=', true)",
    to: '',
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key of a restricted member that sees everything',
    file: 'server/platform/identity/find-actor.ts',
    from: 'restrictedTo: isRestricted(roles) ? memberId : undefined',
    to: 'restrictedTo: undefined',
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key that does the act of a person',
    file: 'server/contract/authorize.ts',
    from: "if (operation.requiresSession && actor?.credential === 'key')",
    to: "if (operation.requiresSession && actor?.credential === 'grant')",
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: "a key of a key that is nobody's",
    file: 'server/areas/organization-and-access/organization/handlers/api-keys.ts',
    from: 'createdBy: authorOf(actor),',
    to: "createdBy: authorOf(actor.credential === 'session' ? actor : { ...actor, memberId: undefined }),",
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key that changes an owner',
    file: 'server/platform/identity/assigning.ts',
    from: "actor.credential === 'key' && roles.includes('owner')",
    to: "actor.credential === 'grant' && roles.includes('owner')",
    tests: ['test/areas/workforce/people.roles.test.ts'],
  },
  {
    name: 'a role that grants more than the caller has',
    file: 'server/platform/identity/assigning.ts',
    from: 'addedRoles.find((role) => !covers(actor, roles, [role]))',
    to: "addedRoles.find((role) => role === '')",
    tests: ['test/identity/assigning.test.ts'],
  },
  {
    name: 'a role taken from who has more',
    file: 'server/platform/identity/assigning.ts',
    from: 'return removedRoles.length && !isRestricted(before)',
    to: 'return !removedRoles.length && !isRestricted(before)',
    tests: ['test/identity/assigning.test.ts'],
  },
  {
    name: 'a member reactivated by who has less',
    file: 'server/areas/workforce/people/handlers/deactivation.ts',
    from: `if (reactivationRefusal) return reactivationRefusal;
    await setActive(db, member.id, true`,
    to: 'await setActive(db, member.id, true',
    tests: ['test/identity/assigning.test.ts'],
  },
  {
    name: 'a run that goes on for who may not any more',
    file: 'server/platform/identity/stored-actor.ts',
    from: 'actor?.permissions.has(permission) ? { ...actor, via } : undefined',
    to: 'actor && { ...actor, via }',
    tests: ['test/identity/stored-actor.test.ts'],
  },
  {
    name: 'a code in the given envelope',
    file: 'server/contract/errors.ts',
    from: 'const body = problems ? problem : {',
    to: 'const body = !problems ? problem : {',
    tests: ['test/identity/keys.test.ts'],
  },
];
