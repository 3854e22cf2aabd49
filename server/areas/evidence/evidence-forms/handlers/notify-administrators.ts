import type { FormValues } from '#domain/evidence-forms/values';
import { listAdministrators } from '#domain/people/members/administrators';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationContext } from '#platform/context';
import type { ActingMember } from '#platform/identity/acting-member';
import { nameWithVia } from '#platform/mail/name-with-via';
import { notify } from '#platform/mail/notify';

/** The labels and field keys of the details in the mail. */
const detailFields = [
  ['Systems and accounts', 'accountsNeeded'],
  ['Permissions', 'permissionsNeeded'],
  ['Reason', 'reasonForRequest'],
] as const;

/** Mails an access request to the owners and admins (evidence-forms, rule 14). @param id the id of the submission */
export async function notifyAdministrators(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  submitter: ActingMember,
  id: string,
  values: FormValues,
): Promise<void> {
  const administrators = await listAdministrators(db, ports.access.staffEmailDomains);
  const details = detailFields.flatMap(([label, key]) => {
    const value = values[key];
    return typeof value === 'string' ? [`${label}: ${value}`] : [];
  });
  const submissionUrl = pageUrl(ports, db.organizationId, `/documents/access-request/submissions/${id}`);
  await notify(db, {
    kind: 'taskAssignments',
    userIds: administrators.filter((userId) => userId !== submitter.userId),
    subject: `${nameWithVia(submitter)} asks for access`,
    text: `${[`${submitter.name} (${submitter.email}) has submitted an access request${submitter.via === null ? '' : `, by ${submitter.via}`}.`, ...details, submissionUrl].join('\n\n')}\n`,
    appUrl: submissionUrl,
  });
}
