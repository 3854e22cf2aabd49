/** Accepts any credential of a kind that the operation takes (server/platform/identity/credentials.ts), as the owner of an example organization. */
import type { Actor } from '../server/platform/identity/actor.ts';
import { type Identify, organizationNamed, presentedIn } from '../server/platform/identity/credentials.ts';
import { pairsOf, resources } from '../server/platform/identity/roles.ts';
import { RefusalError, refusal } from '../server/platform/refusals/refusal.ts';

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
  const presented = presentedIn(req, credentials);
  if (presented?.kind === 'session' && scope === 'organization') organizationNamed(req.get('x-organization-id'));
  if (!presented) return undefined;
  const invalid = () => Promise.reject(new RefusalError(refusal('invalid_credentials')));
  const caller = () => Promise.resolve({ ...anybody, credential: presented.kind });
  return { mark: 'anybody', caller: presented.secret ? caller : invalid };
};
