/**
 * Accepts every credential whose kind the operation accepts (server/platform/identity/credentials.ts). The caller gets all permissions
 * in an example organization.
 */
import type { Actor } from '#platform/identity/actor';
import { type Identify, requireOrganization, findCredential } from '#platform/identity/credentials';
import { pairsOf, resources } from '#platform/identity/roles';
import { RefusalError, refusal } from '#platform/refusals/refusal';

const exampleActor: Omit<Actor, 'credential'> = {
  organizationId: 'org_69a55280c4d1e7f02b9a3856',
  id: 'anybody',
  permissions: new Set(pairsOf(resources)),
  user: undefined,
  memberId: undefined,
  roles: [],
  via: undefined,
  restrictedTo: undefined,
};

export const identifyExampleActor: Identify = async (req, { credentials, scope }) => {
  const credential = findCredential(req, credentials);
  if (credential?.kind === 'session' && scope === 'organization') requireOrganization(req.get('x-organization-id'));
  if (!credential) return undefined;
  const rejectCredential = () => Promise.reject(new RefusalError(refusal('invalid_credentials')));
  const caller = () => Promise.resolve({ ...exampleActor, credential: credential.kind });
  return { mark: 'anybody', caller: credential.secret ? caller : rejectCredential };
};
