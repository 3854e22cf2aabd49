/** Records in the states that changes need, and that the examples of the contract do not create. */
import type { Caller, startApp } from './app.ts';
import { connectAccount } from './clouds.ts';
import { withLeavingMember } from './offboarding.ts';
import { newMember } from './organization.ts';
import { type PathParameters, recordsOnDemand } from './records.ts';

/** @returns the path parameters of the records, by the id of the operation */
export async function createUnusualPlaces(
  app: ReturnType<typeof startApp>,
  caller: Caller,
): Promise<Readonly<Record<string, PathParameters>>> {
  const { call, inPerson, organization } = caller;
  const { id: memberId } = await newMember(app.database, organization.id, ['employee']);
  const leaving = await withLeavingMember(app, caller);
  const item = (await leaving.template()).find(({ evidenceRequired, isAccessRevocation }) => !evidenceRequired && !isAccessRevocation);
  await leaving.complete(`${leaving.path}/item/${item?.id}`);
  const { body: framework } = await call('POST', '/v1/frameworks/custom', {
    body: { name: 'Annex', description: 'What a customer asks for.' },
  });
  const custom = { customFrameworkId: framework.customFramework.id };
  await call('PATCH', `/v1/trust-portal/custom-frameworks/${custom.customFrameworkId}`, { body: { enabled: true } });
  await call('PUT', '/v1/trust-portal/settings/custom-domain', { body: { domain: 'trust.example.com' } });
  await inPerson('POST', '/v1/people/invite', { body: { invites: [{ email: 'ida@example.com', roles: ['auditor'] }] } });
  const { body: invitations } = await call('GET', '/v1/auth/invitations');
  const { documentId = '' } = await recordsOnDemand(caller).placeAt('/v1/isms/documents/{documentId}');
  const { body: document } = await call('GET', `/v1/isms/documents/${documentId}`);
  const { body: audits } = await call('GET', `/v1/isms/documents?frameworkId=${document.frameworkId}&type=internal_audit`);
  return {
    deactivateMember: { id: memberId },
    deleteTrustCustomFrameworkBadge: custom,
    reopenOffboardingItem: { memberId: leaving.ben.id, templateItemId: item?.id ?? '' },
    replaceIsmsNarrative: { documentId: audits.data[0].id },
    revokeInvitation: { id: invitations.data[0].id },
    selectGcpProjects: { connectionId: await connectAccount(call, 'gcp') },
    updateCloudScanMode: { connectionId: await connectAccount(call, 'aws') },
    updateCustomFramework: { id: framework.id },
    updateTrustCustomFramework: custom,
  };
}
