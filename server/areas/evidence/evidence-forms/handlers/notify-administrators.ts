import type { FormValues } from '#domain/evidence-forms/values';
import { listAdministrators } from '#domain/people/members/administrators';
import type { OrganizationContext } from '#platform/context';
import type { ActingMember } from '#platform/identity/acting-member';
import { nameWithVia } from '#platform/mail/name-with-via';
import { notify, withLink } from '#platform/mail/notify';

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
  const intro = `${submitter.name} (${submitter.email}) has submitted an access request${submitter.via === null ? '' : `, by ${submitter.via}`}.`;
  await notify(
    { db, ports },
    {
      kind: 'taskAssignments',
      userIds: administrators.filter((userId) => userId !== submitter.userId),
      subject: `${nameWithVia(submitter)} asks for access`,
      text: withLink([intro, ...details].join('\n\n')),
      record: { type: 'evidence_submission', id, parent: { type: 'evidence_form', id: 'access-request' } },
    },
  );
}
