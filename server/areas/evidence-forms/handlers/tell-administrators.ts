import type { FormValues } from '../../../domain/evidence-forms/values.ts';
import { listAdministrators } from '../../../domain/members/administrators.ts';
import { addressOf } from '../../../domain/targets/pages.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { ActingMember } from '../../../platform/identity/acting-member.ts';
import { notify } from '../../../platform/mail/notify.ts';

const lines = [
  ['Systems and accounts', 'accountsNeeded'],
  ['Permissions', 'permissionsNeeded'],
  ['Reason', 'reasonForRequest'],
] as const;

/** Mails an access request to the owners and admins (spec/areas/evidence-forms, rule 14). @param id of the submission */
export async function tellAdministrators(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  by: ActingMember,
  id: string,
  values: FormValues,
): Promise<void> {
  const administrators = await listAdministrators(db, ports.access.staffEmailDomains);
  const told = lines.flatMap(([label, key]) => {
    const value = values[key];
    return typeof value === 'string' ? [`${label}: ${value}`] : [];
  });
  const address = addressOf(ports, db.organizationId, `/documents/access-request/submissions/${id}`);
  await notify(db, {
    kind: 'taskAssignments',
    userIds: administrators.filter((userId) => userId !== by.userId),
    subject: `${by.name} asks for access`,
    text: `${[`${by.name} (${by.email}) has submitted an access request.`, ...told, address].join('\n\n')}\n`,
    appUrl: address,
  });
}
