/** The duties of role holders (roles, rule 5), used by people scores, invitations and training. */
import type { OrganizationDatabase } from '../database/handle.ts';
import { type BuiltInRole, type Obligations, roles } from './roles.ts';

/** Parses stored obligations; malformed obligations count as none. */
export function parseObligations(stored: unknown): Obligations {
  return typeof stored === 'object' && stored !== null && 'compliance' in stored && typeof stored.compliance === 'boolean'
    ? { compliance: stored.compliance }
    : {};
}

/** Returns a built-in role's obligations: the organization's setting, or else the default. @param overrides stored settings by role */
export function obligationsOf(role: BuiltInRole, overrides: ReadonlyMap<string, unknown>): Obligations {
  return { ...roles[role].obligations, ...parseObligations(overrides.get(role)) };
}

/** Combines the obligations of several roles. A duty applies if one of the roles has it. */
export function mergeObligations(obligations: readonly Obligations[]): Obligations {
  const statedValues = obligations.flatMap(({ compliance }) => compliance ?? []);
  return statedValues.length ? { compliance: statedValues.includes(true) } : {};
}

/** Returns the organization's stored obligations for its owners and admins, by role. */
export async function listOverrides(db: OrganizationDatabase): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('role_obligation').select(['role', 'obligations']).execute();
  return new Map(rows.map(({ role, obligations }) => [role, obligations]));
}
