/** What the holders of roles must do (spec/areas/roles, rule 5). People scores, invitations and training all ask here. */
import type { OrganizationDatabase } from '../database/handle.ts';
import { type BuiltInRole, type Obligations, roles } from './roles.ts';

/** Of what is stored: malformed obligations are none. */
export function obligationsIn(stored: unknown): Obligations {
  return typeof stored === 'object' && stored !== null && 'compliance' in stored && typeof stored.compliance === 'boolean'
    ? { compliance: stored.compliance }
    : {};
}

/** What holds for a built-in role: what the organization says, else the default. @param overrides what is stored, by role */
export function obligationsOf(role: BuiltInRole, overrides: ReadonlyMap<string, unknown>): Obligations {
  return { ...roles[role].obligations, ...obligationsIn(overrides.get(role)) };
}

/** What several roles demand of one member: whatever one of them demands. */
export function unionOf(obligations: readonly Obligations[]): Obligations {
  const stated = obligations.flatMap(({ compliance }) => compliance ?? []);
  return stated.length ? { compliance: stated.includes(true) } : {};
}

/** What the organization says its owners and admins must do, by role, as it is stored. */
export async function listOverrides(db: OrganizationDatabase): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('role_obligation').select(['role', 'obligations']).execute();
  return new Map(rows.map(({ role, obligations }) => [role, obligations]));
}
