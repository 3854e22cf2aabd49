/** Handlers for roles. */
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { withdrawUnapprovable } from '#domain/approvals/withdraw-unapprovable';
import { listOverrides, obligationsOf, mergeObligations } from '#platform/identity/obligations';
import { permissionsOf } from '#platform/identity/permissions';
import { builtInRoles, isBuiltIn, pairsOf, roles as builtInRoleDefinitions } from '#platform/identity/roles';
import {
  countInvitations,
  deleteRole,
  findRole,
  findRolesByIdOrName,
  lockRole,
  lockRoleToDelete,
  lockRoleCount,
  insertRole,
  listRoles,
  setOverride,
  updateRole,
} from './queries.ts';
import { approvingErrorOf, grantErrorOf, maxRoles, validateName, groupPermissions, auditFields, withPortal } from './rules.ts';

const notFound = () => refusal('role_not_found');
const nameTaken = () => refusal('role_exists');

export const roles: Handlers<'roles'> = {
  async listRoles({ db }) {
    const [customRoles, overrides] = await Promise.all([listRoles(db), listOverrides(db)]);
    const systemRoles = builtInRoles.map((name) => {
      const { description, permissions } = builtInRoleDefinitions[name];
      return {
        name,
        isBuiltIn: true as const,
        description,
        permissions: groupPermissions(pairsOf(permissions)),
        obligations: obligationsOf(name, overrides),
      };
    });
    return { status: 200, body: { data: [...systemRoles, ...customRoles] } };
  },

  async createRole({ body, db, actor, audit }) {
    const { name } = body;
    const nameError = validateName(name);
    if (nameError !== undefined) return invalid({ name: nameError });
    const permissions = withPortal(body.permissions, body.obligations);
    const grantError = grantErrorOf(actor, permissions);
    if (grantError) return grantError;
    if ((await lockRoleCount(db)) >= maxRoles) return refusal('too_many_roles', { limit: maxRoles });
    const role = await insertRole(db, { name, permissions, obligations: body.obligations });
    if (!role) return nameTaken();
    audit.created(auditFields(role));
    return { status: 201, body: role };
  },

  async resolveRolePermissions({ query, db }) {
    const [customRoles, overrides] = await Promise.all([findRolesByIdOrName(db, query.role), listOverrides(db)]);
    const permissions = permissionsOf(
      query.role,
      customRoles.map((role) => role.permissions),
    );
    const obligations = [
      ...query.role.filter(isBuiltIn).map((role) => obligationsOf(role, overrides)),
      ...customRoles.map((role) => role.obligations),
    ];
    return { status: 200, body: { permissions: groupPermissions(permissions), obligations: mergeObligations(obligations) } };
  },

  async getBuiltInRoleObligations({ path: { name }, db }) {
    return isBuiltIn(name) ? { status: 200, body: { name, obligations: obligationsOf(name, await listOverrides(db)) } } : notFound();
  },

  async updateBuiltInRoleObligations({ path: { name }, body, db, audit }) {
    if (!isBuiltIn(name)) return notFound();
    if (name !== 'owner' && name !== 'admin') return refusal('obligations_fixed');
    const before = obligationsOf(name, await listOverrides(db));
    await setOverride(db, name, body.obligations);
    const obligations = obligationsOf(name, new Map([[name, body.obligations]]));
    audit.changed(auditFields({ obligations: before }), auditFields({ obligations }));
    return { status: 200, body: { name, obligations } };
  },

  async getRole({ path, db }) {
    const role = await findRole(db, path.roleId);
    return role ? { status: 200, body: role } : notFound();
  },

  async updateRole({ path, body, db, actor, ports, audit }) {
    const before = await lockRole(db, path.roleId);
    if (!before) return notFound();
    const { name } = body;
    const nameError = name === undefined ? undefined : validateName(name);
    if (nameError !== undefined) return invalid({ name: nameError });
    const permissions =
      body.permissions || body.obligations
        ? withPortal(body.permissions ?? before.permissions, body.obligations ?? before.obligations)
        : undefined;
    const grantError =
      permissions && (grantErrorOf(actor, permissions, before.permissions) ?? approvingErrorOf(actor, permissions, before.permissions));
    if (grantError) return grantError;
    const role = await updateRole(db, before.id, { name, permissions, obligations: body.obligations });
    if (!role) return nameTaken();
    if (permissions) await withdrawUnapprovable({ db, actor, ports });
    audit.changed(auditFields(before), auditFields(role));
    return { status: 200, body: role };
  },

  async deleteRole({ path, db, actor, audit }) {
    // Locks the role before its members and invitations are counted, so that nobody gets the role between the count and the deletion.
    const lockedRole = await lockRoleToDelete(db, path.roleId);
    const role = lockedRole && (await findRole(db, lockedRole.id));
    if (!role) return notFound();
    const approvingError = approvingErrorOf(actor, {}, role.permissions);
    if (approvingError) return approvingError;
    const { memberCount: members } = role;
    const invitations = await countInvitations(db, role.id);
    if (members + invitations > 0) return refusal('role_in_use', { members, invitations });
    await deleteRole(db, role.id);
    audit.removed(auditFields(role));
    return { status: 204 };
  },
};
