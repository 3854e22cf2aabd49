import type { FormValues } from '#domain/evidence-forms/values';
import { listAdministrators } from '#domain/people/members/administrators';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationContext } from '#platform/context';
import type { ActingMember } from '#platform/identity/acting-member';
import { nameWithVia } from '#platform/mail/name-with-via';
import { notify } from '#platform/mail/notify';

const lines = [
  ['Systems and accounts', 'accountsNeeded'],
  ['Permissions', 'permissionsNeeded'],
  ['Reason', 'reasonForRequest'],
] as const;

/** Mails an access request to the owners and admins (evidence-forms, rule 14). @param id of the submission */
export async function notifyAdministrators(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  by: ActingMember,
  id: string,
  values: FormValues,
): Promise<void> {
  const administrators = await listAdministrators(db, ports.access.staffEmailDomains);
  const details = lines.flatMap(([label, key]) => {
    const value = values[key];
    return typeof value === 'string' ? [`${label}: ${value}`] : [];
  });
  const address = pageUrl(ports, db.organizationId, `/documents/access-request/submissions/${id}`);
  await notify(db, {
    kind: 'taskAssignments',
    userIds: administrators.filter((userId) => userId !== by.userId),
    subject: `${nameWithVia(by)} asks for access`,
    text: `${[`${by.name} (${by.email}) has submitted an access request${by.via === null ? '' : `, by ${by.via}`}.`, ...details, address].join('\n\n')}\n`,
    appUrl: address,
  });
}
