import { invalid, refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import { listOverrides, obligationsOf, unionOf } from '../../platform/identity/obligations.ts';
import { permissionsOf } from '../../platform/identity/permissions.ts';
import { builtInRoles, isBuiltIn, pairsOf, roles as builtIn } from '../../platform/identity/roles.ts';
import {
  countInvitations,
  deleteRole,
  findRole,
  findRolesCalled,
  lockRole,
  lockEndingRole,
  lockRoleCount,
  insertRole,
  listRoles,
  setOverride,
  updateRole,
} from './queries.ts';
import { escalation, mostRoles, nameFault, permissionsFrom, auditFields, withPortal } from './rules.ts';

const notFound = () => refusal('role_not_found');
const nameTaken = () => refusal('role_exists');

export const roles: Handlers<'roles'> = {
  async listRoles({ db }) {
    const [customRoles, overrides] = await Promise.all([listRoles(db), listOverrides(db)]);
    const fixed = builtInRoles.map((name) => {
      const { description, permissions } = builtIn[name];
      return {
        name,
        isBuiltIn: true as const,
        description,
        permissions: permissionsFrom(pairsOf(permissions)),
        obligations: obligationsOf(name, overrides),
      };
    });
    return { status: 200, body: { data: [...fixed, ...customRoles] } };
  },

  async createRole({ body, db, actor, audit }) {
    const name = body.name.trim();
    const fault = nameFault(name);
    if (fault !== undefined) return invalid({ name: fault });
    const permissions = withPortal(body.permissions, body.obligations);
    const refused = escalation(actor, permissions);
    if (refused) return refused;
    if ((await lockRoleCount(db)) >= mostRoles) return refusal('too_many_roles', { limit: mostRoles });
    const role = await insertRole(db, { name, permissions, obligations: body.obligations });
    if (!role) return nameTaken();
    audit.created(auditFields(role));
    return { status: 201, body: role };
  },

  async resolveRolePermissions({ query, db }) {
    const [custom, overrides] = await Promise.all([findRolesCalled(db, query.role), listOverrides(db)]);
    const permissions = permissionsOf(
      query.role,
      custom.map((role) => role.permissions),
    );
    const obligations = [
      ...query.role.filter(isBuiltIn).map((role) => obligationsOf(role, overrides)),
      ...custom.map((role) => role.obligations),
    ];
    return { status: 200, body: { permissions: permissionsFrom(permissions), obligations: unionOf(obligations) } };
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

  async updateRole({ path, body, db, actor, audit }) {
    const before = await lockRole(db, path.roleId);
    if (!before) return notFound();
    const name = body.name?.trim();
    const fault = name === undefined ? undefined : nameFault(name);
    if (fault !== undefined) return invalid({ name: fault });
    const permissions =
      body.permissions || body.obligations
        ? withPortal(body.permissions ?? before.permissions, body.obligations ?? before.obligations)
        : undefined;
    const refused = permissions && escalation(actor, permissions, before.permissions);
    if (refused) return refused;
    const role = await updateRole(db, before.id, { name, permissions, obligations: body.obligations });
    if (!role) return nameTaken();
    audit.changed(auditFields(before), auditFields(role));
    return { status: 200, body: role };
  },

  async deleteRole({ path, db, audit }) {
    // Held before members and invitations are counted, so that none is given the role in between.
    const held = await lockEndingRole(db, path.roleId);
    const role = held && (await findRole(db, held.id));
    if (!role) return notFound();
    const { memberCount: members } = role;
    const invitations = await countInvitations(db, role.id);
    if (members + invitations > 0) return refusal('role_in_use', { members, invitations });
    await deleteRole(db, role.id);
    audit.removed(auditFields(role));
    return { status: 204 };
  },
};
