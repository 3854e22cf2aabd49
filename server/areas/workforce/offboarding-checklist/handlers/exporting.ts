/** Exports the evidence of offboardings as archives (offboarding-checklist, rules 14 to 17). */
import type { Handlers } from '#contract/types';
import { toSlug } from '#documents/zip/names';
import { findOrganization } from '#domain/people/organization/own';
import { changesOnCreate } from '#platform/audit/changes';
import { dispositionOf } from '#platform/ports/file-links';
import { archiveOfAll, archiveOfMember, personSlug } from '../documents/archive.ts';
import { findLeavingMember } from '../queries/members.ts';
import { memberNotFound } from '../refusals.ts';

type ExportOperations = 'exportMemberOffboarding' | 'exportAllOffboardings';

export const exporting: Pick<Handlers<'offboarding-checklist'>, ExportOperations> = {
  async exportMemberOffboarding({ path: { memberId }, db, ports: { files }, audit, newReadTransaction: read }) {
    const member = await findLeavingMember(db, memberId);
    if (!member) return memberNotFound();
    const exportedAt = new Date().toISOString();
    audit.performed('Exported offboarding of member');
    return {
      status: 200,
      type: 'application/zip',
      headers: attachmentHeaders(`offboarding-${personSlug(member)}`, exportedAt),
      body: archiveOfMember({ read, files, exportedAt }, member),
    };
  },

  async exportAllOffboardings({ query, db, ports: { files }, audit, newReadTransaction: read }) {
    const { offboardDateAfter: from, offboardDateBefore: until } = query;
    const { name } = await findOrganization(db);
    const exportedAt = new Date().toISOString();
    audit.performed('Exported all offboardings', { changes: changesOnCreate({ ...query }) });
    return {
      status: 200,
      type: 'application/zip',
      headers: attachmentHeaders(`${toSlug(name)}-offboardings`, exportedAt),
      body: archiveOfAll({ read, files, exportedAt }, { from, until }),
    };
  },
};

/** @param name the beginning of the file name, to which the date is appended */
function attachmentHeaders(name: string, exportedAt: string) {
  return { 'Content-Disposition': dispositionOf(`${name}-${exportedAt.slice(0, 10)}.zip`, false) };
}
