/**
 * Accepts any credential of a kind that the operation takes (server/platform/identity/credentials.ts), as the owner of an example
 * organization.
 */
import type { Actor } from '#platform/identity/actor';
import { type Identify, requireOrganization, findCredential } from '#platform/identity/credentials';
import { pairsOf, resources } from '#platform/identity/roles';
import { RefusalError, refusal } from '#platform/refusals/refusal';

const anybody: Omit<Actor, 'credential'> = {
  organizationId: 'org_69a55280c4d1e7f02b9a3856',
  id: 'anybody',
  permissions: new Set(pairsOf(resources)),
  user: undefined,
  memberId: undefined,
  roles: [],
  via: undefined,
  restrictedTo: undefined,
};

export const identifyAnybody: Identify = async (req, { credentials, scope }) => {
  const presented = findCredential(req, credentials);
  if (presented?.kind === 'session' && scope === 'organization') requireOrganization(req.get('x-organization-id'));
  if (!presented) return undefined;
  const invalid = () => Promise.reject(new RefusalError(refusal('invalid_credentials')));
  const caller = () => Promise.resolve({ ...anybody, credential: presented.kind });
  return { mark: 'anybody', caller: presented.secret ? caller : invalid };
};
