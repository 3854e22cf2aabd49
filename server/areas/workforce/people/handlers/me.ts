/** Tells callers who they are and what they may do (people, rule 21). */
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { logoLink } from '#platform/files/logo-link';
import { findUsedBytes } from '#platform/files/store';
import type { Account } from '#platform/identity/account';
import type { Actor } from '#platform/identity/actor';
import { isRestricted } from '#platform/identity/permissions';
import type { Ports } from '#platform/ports/index';
import { refusal } from '#platform/refusals/refusal';
import { findApiKey, findMembership, type MembershipRow } from '../queries/me.ts';

export const me: Pick<Handlers<'people'>, 'getMe'> = {
  async getMe({ account, actor, accounts, memberships, readOrganization, ports }) {
    const inOrganization = actor && (await readOrganization(actor, (db) => readMembership(db, actor, ports)));
    // The member or the key was deleted after the credential was accepted.
    if (actor && !inOrganization) return refusal('invalid_credentials');
    const user = account ? await accounts.find(account.userId) : actor?.user && { ...actor.user, notBefore: null };
    if (!user) return refusal('session_invalid');
    const organizations = (account ? await memberships() : inOrganization ? [{ ...inOrganization.membership, notBefore: null }] : []).map(
      ({ organizationId, organizationName, logoKey, memberId, roles, notBefore }) => ({
        id: organizationId,
        name: organizationName,
        logoUrl: logoKey === null ? null : logoLink(ports.files, logoKey),
        memberId,
        roles: [...roles],
        notBefore,
      }),
    );
    const { membership, limits, apiKey } = inOrganization ?? {};
    return {
      status: 200,
      body: {
        user,
        organizations,
        organizationId: membership?.organizationId ?? null,
        member: membership ? memberOf(membership) : null,
        permissions: [...(actor?.permissions ?? [])].toSorted(),
        credential: account ? sessionOf(account) : { kind: 'api_key', id: null, name: null, expiresAt: null, ...apiKey },
        limits: limits ?? null,
      },
    };
  },
};

/** @returns undefined when the member or the API key was deleted */
async function readMembership(db: OrganizationDatabase, { memberId, credential, id, permissions }: Actor, ports: Ports) {
  const membership = memberId === undefined ? undefined : await findMembership(db, memberId);
  const apiKey = credential === 'key' ? await findApiKey(db, id) : undefined;
  if (!membership || (credential === 'key' && !apiKey)) return undefined;
  const readsStorage = permissions.has('organization:read');
  const limits = {
    requestsPerMinute: ports.requestsPerMinute || null,
    storageBytes: (readsStorage && ports.storage.quota) || null,
    storageUsed: readsStorage ? await findUsedBytes(db) : null,
  };
  return { membership, apiKey, limits };
}

function memberOf({ memberId, roles, department, jobTitle, isActive }: MembershipRow) {
  return { id: memberId, roles, department, jobTitle, isActive, restricted: isRestricted(roles) };
}

function sessionOf({ agentSession, expiresAt }: Account) {
  return agentSession
    ? { kind: 'device' as const, id: agentSession.id, name: null, expiresAt: agentSession.expiresAt }
    : { kind: 'session' as const, id: null, name: null, expiresAt };
}
