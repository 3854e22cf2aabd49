/** Notifies members who have to sign a newly published text (policies, rule 12). */
import type { components } from '#generated/api';
import { listObligedMembers, type ObligedMember } from '#domain/people/members/obliged';
import { findOrganizationName, portalLink } from '#domain/people/members/portal';
import { isLoadedPolicyVisibleTo } from '#domain/policies/visible';
import type { OrganizationContext } from '#platform/context';
import { notify } from '#platform/mail/notify';

/** A policy that was published, in its state before. */
export interface PublishedPolicy extends Pick<
  components['schemas']['Policy'],
  'id' | 'name' | 'lastPublishedAt' | 'isRequiredToSign' | 'visibility' | 'visibleToDepartments' | 'isArchived' | 'archivedAt'
> {
  /** Members who had signed any version of it. */
  readonly formerSigners: ReadonlySet<string>;
}

/** @returns whether members have to sign a policy when it is published */
export function needsSignatures({
  isRequiredToSign,
  isArchived,
  archivedAt,
}: Pick<PublishedPolicy, 'isRequiredToSign' | 'isArchived' | 'archivedAt'>): boolean {
  return isRequiredToSign && !isArchived && archivedAt === null;
}

const subjects = { new: 'Please sign', updated: 'Please sign the updated policy', again: 'Please sign again' } as const;

/**
 * Sends each member one mail about all of these policies that they have to sign.
 * @returns the members who have to sign at least one, by name
 */
export async function notifySigners(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  policies: readonly PublishedPolicy[],
): Promise<ObligedMember[]> {
  const toSign = policies.filter(needsSignatures);
  if (!toSign.length) return [];
  const signers = await listObligedMembers(db, ports.access.staffEmailDomains);
  const toNotify = signers.flatMap((signer) => {
    const policiesToSign = toSign
      .filter((policy) => isLoadedPolicyVisibleTo(policy, signer))
      .map((policy) => ({ policy, kind: kindOf(policy, signer) }));
    return policiesToSign.length
      ? [{ signer, own: policiesToSign, key: policiesToSign.map(({ policy, kind }) => `${policy.id} ${kind}`).join() }]
      : [];
  });
  const organization = await findOrganizationName(db);
  const portal = portalLink(ports, db.organizationId);
  for (const group of Map.groupBy(toNotify, ({ key }) => key).values()) {
    const [{ own: policiesToSign } = { own: [] }] = group;
    const [first] = policiesToSign;
    if (!first) continue;
    const lines = policiesToSign.map(({ policy, kind }) => `- ${policy.name} (${words[kind]})`).join('\n');
    await notify(db, {
      kind: 'policyNotifications',
      userIds: group.map(({ signer }) => signer.userId),
      subject:
        policiesToSign.length === 1
          ? `${subjects[first.kind]}: ${first.policy.name}`
          : `Please sign ${policiesToSign.length} policies of ${organization}`,
      text: `${organization} asks you to read and sign:\n\n${lines}\n\n${portal}\n`,
      appUrl: portal,
    });
  }
  return toNotify.map(({ signer }) => signer);
}

const words = { new: 'new', updated: 'updated', again: 'changed since you signed it' } as const;

function kindOf({ lastPublishedAt, formerSigners }: PublishedPolicy, { id }: ObligedMember): 'new' | 'updated' | 'again' {
  if (lastPublishedAt === null) return 'new';
  return formerSigners.has(id) ? 'again' : 'updated';
}
