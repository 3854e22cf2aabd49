/** Lists, creates, reads, updates and deletes vendors, and searches the catalog of vendors. */
import { storedFields } from '#platform/audit/stored';
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { reopenForNewVendor, completeAfterVendorRemoval } from '#domain/people/offboarding/access-item';
import { lockExternalIds } from '#domain/bulk/lock';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import { filterReadableTasks } from '#domain/access/records/linked';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage } from '#platform/database/page';
import { pageOfAll } from '#platform/database/page-of-all';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { addVendor } from '../steps/start-assessment.ts';
import { deleteVendor, findVendor, listVendors, lockVendor, updateVendor, vendorExists } from '../queries/vendors.ts';
import { toExternalIdRefusal, vendorNotFound } from '../refusals.ts';
import { searchCatalog } from '../rules/catalog.ts';
import { auditFields } from '../rules/audit-fields.ts';
import { isWebsite, notAWebsite } from '../rules/website.ts';

export const inventory: Pick<
  Handlers<'vendors'>,
  'listVendors' | 'listVendorCatalog' | 'createVendor' | 'getVendor' | 'updateVendor' | 'deleteVendor'
> = {
  async listVendors({ query, page, db, actor }) {
    const vendorsPage = await listVendors(db, query, page);
    if (mayRead(actor, 'task')) return { status: 200, page: vendorsPage };
    return { status: 200, page: mapPage(vendorsPage, (vendor) => ({ ...vendor, taskCount: null })) };
  },

  async listVendorCatalog({ query, page }) {
    const matches = searchCatalog(query.search).map((vendor) => ({ id: vendor.website, vendor }));
    return { status: 200, page: mapPage(pageOfAll(matches, page), ({ vendor }) => vendor) };
  },

  async createVendor({ body, db, actor, ports, audit }) {
    if (body.externalId !== undefined) await lockExternalIds(db, 'vendor');
    const { assigneeId, website = '' } = body;
    const errors = {
      ...(website !== '' && !isWebsite(website) && { website: notAWebsite }),
      ...(assigneeId !== undefined &&
        !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)) && { assigneeId: nonParticipant }),
    };
    if (Object.keys(errors).length) return invalid(errors);
    const vendorId = await addVendor(db, actor, body).catch(toExternalIdRefusal);
    if (isRefusal(vendorId)) return vendorId;
    const vendor = await findVendor(db, vendorId);
    if (!vendor) throw new Error(`${vendorId} was not found, although it was just created`);
    const reopenedCount = await reopenForNewVendor(db);
    audit.created({ ...storedFields(body, { ...vendor }), ...(reopenedCount && { reopenedOffboardings: reopenedCount }) });
    return { status: 201, body: await withReadableTasks(db, actor, vendor) };
  },

  async getVendor({ path, db, actor }) {
    const vendor = await findVendor(db, path.id);
    return vendor ? { status: 200, body: await withReadableTasks(db, actor, vendor) } : vendorNotFound();
  },

  async updateVendor({ path, body, db, actor, ports, audit }) {
    if (typeof body.externalId === 'string') await lockExternalIds(db, 'vendor');
    const before = await lockVendor(db, path.id);
    if (!before) return vendorNotFound();
    const { assigneeId, website } = body;
    const isReassigned = typeof assigneeId === 'string' && assigneeId !== before.assigneeId;
    const errors = {
      ...(website && !isWebsite(website) && { website: notAWebsite }),
      ...(isReassigned && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)) && { assigneeId: nonParticipant }),
    };
    if (Object.keys(errors).length) return invalid(errors);
    const idRefusal = await updateVendor(db, before, body).catch(toExternalIdRefusal);
    if (idRefusal) return idRefusal;
    const after = await findVendor(db, path.id);
    if (!after) return vendorNotFound();
    audit.changed(auditFields(before), auditFields(after));
    return { status: 200, body: await withReadableTasks(db, actor, after) };
  },

  async deleteVendor({ path, db, audit }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    const completedCount = await completeAfterVendorRemoval(db, path.id, async () => {
      await lockVendor(db, path.id);
      await deleteVendor(db, path.id);
    });
    if (completedCount) audit.created({ completedOffboardings: completedCount });
    return { status: 204 };
  },
};

/** @returns the vendor with only the tasks that the caller may read (rule 28) */
async function withReadableTasks(db: OrganizationDatabase, reader: Reader, vendor: components['schemas']['Vendor']) {
  return { ...vendor, tasks: await filterReadableTasks(db, reader, vendor.tasks) };
}
