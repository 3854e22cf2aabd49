import type { Mutant } from './mutant.ts';

/** Breaks the rules that a key has at most the rights of its creator, and that members grant only rights that they have. */
export const mutants: readonly Mutant[] = [
  {
    name: 'permissions that are not checked again after the body has arrived',
    file: 'server/contract/run-operation.ts',
    from: "operation.effect === 'change' ? await authorizeAgain()",
    to: "operation.effect === 'change' ? req.requestState.actor",
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key with permissions that its member lacks',
    file: 'server/platform/identity/find-actor.ts',
    from: 'row.scopes.filter((scope) => heldPermissions.has(scope))',
    to: 'row.scopes',
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key that works although its member is deactivated',
    file: 'server/platform/identity/find-actor.ts',
    from: ".on('m.is_active', '=', true)",
    to: '',
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'an unrestricted key of a restricted member',
    file: 'server/platform/identity/find-actor.ts',
    from: 'restrictedTo: isRestricted(roles) ? memberId : undefined',
    to: 'restrictedTo: undefined',
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key that performs an operation that requires a session',
    file: 'server/contract/authorize.ts',
    from: "if (operation.requiresSession && actor?.credential === 'key')",
    to: "if (operation.requiresSession && actor?.credential === 'grant')",
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'an API key created with a key that records no author',
    file: 'server/areas/organization-and-access/organization/handlers/api-keys.ts',
    from: 'createdBy: authorOf(actor),',
    to: "createdBy: authorOf(actor.credential === 'session' ? actor : { ...actor, memberId: undefined }),",
    tests: ['test/identity/keys.test.ts'],
  },
  {
    name: 'a key that changes the roles of an owner',
    file: 'server/platform/identity/assigning.ts',
    from: "actor.credential === 'key' && roles.includes('owner')",
    to: "actor.credential === 'grant' && roles.includes('owner')",
    tests: ['test/areas/workforce/people.roles.test.ts'],
  },
  {
    name: 'an assigned role with permissions that the caller lacks',
    file: 'server/platform/identity/assigning.ts',
    from: 'addedRoles.find((role) => !covers(actor, roles, [role]))',
    to: "addedRoles.find((role) => role === '')",
    tests: ['test/identity/assigning.test.ts'],
  },
  {
    name: 'a role that a caller with fewer permissions removes',
    file: 'server/platform/identity/assigning.ts',
    from: 'return removedRoles.length && !isRestricted(before)',
    to: 'return !removedRoles.length && !isRestricted(before)',
    tests: ['test/identity/assigning.test.ts'],
  },
  {
    name: 'a member whom a caller with fewer permissions reactivates',
    file: 'server/areas/workforce/people/handlers/deactivation.ts',
    from: `if (reactivationRefusal) return reactivationRefusal;
    await setActive(db, member.id, true`,
    to: 'await setActive(db, member.id, true',
    tests: ['test/identity/assigning.test.ts'],
  },
  {
    name: 'a run that continues for an actor who lost the permission',
    file: 'server/platform/identity/stored-actor.ts',
    from: 'actor?.permissions.has(permission) ? { ...actor, via } : undefined',
    to: 'actor && { ...actor, via }',
    tests: ['test/identity/stored-actor.test.ts'],
  },
  {
    name: 'an error code in the plain envelope',
    file: 'server/contract/errors.ts',
    from: 'const body = isComplete ? problem : {',
    to: 'const body = !isComplete ? problem : {',
    tests: ['test/identity/keys.test.ts'],
  },
];
