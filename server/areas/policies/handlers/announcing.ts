/** Tells those who have to sign of a text that is in force now (spec/areas/policies, rule 12). */
import type { components } from '../../../../generated/api.d.ts';
import { listObliged, type ObligedMember } from '../../../domain/members/obliged.ts';
import { organizationName, portalLink } from '../../../domain/members/portal.ts';
import { isShownTo } from '../../../domain/policies/visible.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { notify } from '../../../platform/mail/notify.ts';

/** A policy that was published, as it was before. */
export interface Published extends Pick<
  components['schemas']['Policy'],
  'id' | 'name' | 'lastPublishedAt' | 'isRequiredToSign' | 'visibility' | 'visibleToDepartments' | 'isArchived' | 'archivedAt'
> {
  /** Members who had signed a version of it. */
  readonly formerSigners: ReadonlySet<string>;
}

/** @returns whether members have to sign a policy once it is published */
export function isToBeSigned({
  isRequiredToSign,
  isArchived,
  archivedAt,
}: Pick<Published, 'isRequiredToSign' | 'isArchived' | 'archivedAt'>): boolean {
  return isRequiredToSign && !isArchived && archivedAt === null;
}

const subjects = { new: 'Please sign', updated: 'Please sign the updated policy', again: 'Please sign again' } as const;

/** Mails each member once, about all of these policies that the member has to sign. @returns the members who have to sign one of them, by name */
export async function announce(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  policies: readonly Published[],
): Promise<ObligedMember[]> {
  const toSign = policies.filter(isToBeSigned);
  if (!toSign.length) return [];
  const signers = await listObliged(db, ports.access.staffEmailDomains);
  const asked = signers.flatMap((signer) => {
    const own = toSign.filter((policy) => isShownTo(policy, signer)).map((policy) => ({ policy, kind: kindOf(policy, signer) }));
    return own.length ? [{ signer, own, key: own.map(({ policy, kind }) => `${policy.id} ${kind}`).join() }] : [];
  });
  const organization = await organizationName(db);
  const portal = portalLink(ports, db.organizationId);
  for (const group of Map.groupBy(asked, ({ key }) => key).values()) {
    const [{ own } = { own: [] }] = group;
    const [first] = own;
    if (!first) continue;
    const lines = own.map(({ policy, kind }) => `- ${policy.name} (${words[kind]})`).join('\n');
    await notify(db, {
      kind: 'policyNotifications',
      userIds: group.map(({ signer }) => signer.userId),
      subject: own.length === 1 ? `${subjects[first.kind]}: ${first.policy.name}` : `Please sign ${own.length} policies of ${organization}`,
      text: `${organization} asks you to read and sign:\n\n${lines}\n\n${portal}\n`,
      appUrl: portal,
    });
  }
  return asked.map(({ signer }) => signer);
}

const words = { new: 'new', updated: 'updated', again: 'changed since you signed it' } as const;

function kindOf({ lastPublishedAt, formerSigners }: Published, { id }: ObligedMember): 'new' | 'updated' | 'again' {
  if (lastPublishedAt === null) return 'new';
  return formerSigners.has(id) ? 'again' : 'updated';
}
