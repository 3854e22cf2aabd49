/** Notifies members who have to sign a newly published text (policies, rule 12). */
import type { components } from '#generated/api';
import { listObligedMembers, type ObligedMember } from '#domain/people/members/obliged';
import { findOrganizationName } from '#domain/people/members/portal';
import { isLoadedPolicyVisibleTo } from '#domain/policies/visible';
import type { OrganizationContext } from '#platform/context';
import { notify, withLink } from '#platform/mail/notify';

/** A published policy, with its field values from before the publication. */
export interface PublishedPolicy extends Pick<
  components['schemas']['Policy'],
  'id' | 'name' | 'lastPublishedAt' | 'isRequiredToSign' | 'visibility' | 'visibleToDepartments' | 'isArchived' | 'archivedAt'
> {
  /** The ids of the members who signed any version of the policy. */
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
 * Sends each signer one mail about all policies that the signer has to sign.
 * @returns the members who have to sign at least one policy, sorted by name
 */
export async function notifySigners(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  policies: readonly PublishedPolicy[],
): Promise<ObligedMember[]> {
  const signablePolicies = policies.filter(needsSignatures);
  if (!signablePolicies.length) return [];
  const signers = await listObligedMembers(db, ports.access.staffEmailDomains);
  const toNotify = signers.flatMap((signer) => {
    const policiesToSign = signablePolicies
      .filter((policy) => isLoadedPolicyVisibleTo(policy, signer))
      .map((policy) => ({ policy, kind: kindOf(policy, signer) }));
    return policiesToSign.length
      ? [{ signer, policies: policiesToSign, key: policiesToSign.map(({ policy, kind }) => `${policy.id} ${kind}`).join() }]
      : [];
  });
  const organization = await findOrganizationName(db);
  for (const signersOfGroup of Map.groupBy(toNotify, ({ key }) => key).values()) {
    const [{ policies: policiesToSign } = { policies: [] }] = signersOfGroup;
    const [firstPolicy] = policiesToSign;
    if (!firstPolicy) continue;
    const lines = policiesToSign.map(({ policy, kind }) => `- ${policy.name} (${kindTexts[kind]})`).join('\n');
    await notify(
      { db, ports },
      {
        kind: 'policyNotifications',
        userIds: signersOfGroup.map(({ signer }) => signer.userId),
        subject:
          policiesToSign.length === 1
            ? `${subjects[firstPolicy.kind]}: ${firstPolicy.policy.name}`
            : `Please sign ${policiesToSign.length} policies of ${organization}`,
        text: withLink(`${organization} asks you to read and sign:\n\n${lines}`),
        record: policiesToSign.length === 1 ? { type: 'policy', id: firstPolicy.policy.id } : null,
        isInPortal: true,
      },
    );
  }
  return toNotify.map(({ signer }) => signer);
}

const kindTexts = { new: 'new', updated: 'updated', again: 'changed since you signed it' } as const;

function kindOf({ lastPublishedAt, formerSigners }: PublishedPolicy, { id }: ObligedMember): 'new' | 'updated' | 'again' {
  if (lastPublishedAt === null) return 'new';
  return formerSigners.has(id) ? 'again' : 'updated';
}
