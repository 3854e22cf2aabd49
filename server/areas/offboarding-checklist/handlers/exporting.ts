/** The proof of departures as archives (spec/areas/offboarding-checklist, rules 14 to 17). */
import type { Handlers } from '../../../contract/types.ts';
import { slugOf } from '../../../documents/zip/names.ts';
import { findOrganization } from '../../../domain/organization/own.ts';
import { added } from '../../../platform/audit/changes.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { allArchive, memberArchive, personSlug } from '../documents/archive.ts';
import { findLeaver } from '../queries/members.ts';
import { memberNotFound } from '../refusals.ts';

type Exporting = 'exportMemberOffboarding' | 'exportAllOffboardings';

export const exporting: Pick<Handlers<'offboarding-checklist'>, Exporting> = {
  async exportMemberOffboarding({ path: { memberId }, db, ports: { files }, audit, newReadTransaction: read }) {
    const member = await findLeaver(db, memberId);
    if (!member) return memberNotFound();
    const exportedAt = new Date().toISOString();
    audit.did('Exported offboarding of member');
    return {
      status: 200,
      type: 'application/zip',
      headers: named(`offboarding-${personSlug(member)}`, exportedAt),
      body: memberArchive({ read, files, exportedAt }, member),
    };
  },

  async exportAllOffboardings({ query, db, ports: { files }, audit, newReadTransaction: read }) {
    const { offboardDateAfter: from, offboardDateBefore: until } = query;
    const { name } = await findOrganization(db);
    const exportedAt = new Date().toISOString();
    audit.did('Exported all offboardings', { changes: added({ ...query }) });
    return {
      status: 200,
      type: 'application/zip',
      headers: named(`${slugOf(name)}-offboardings`, exportedAt),
      body: allArchive({ read, files, exportedAt }, { from, until }),
    };
  },
};

function named(name: string, exportedAt: string) {
  return { 'Content-Disposition': dispositionOf(`${name}-${exportedAt.slice(0, 10)}.zip`, false) };
}
