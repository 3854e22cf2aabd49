/** The inventory of vendors, and its catalog. */
import type { Handlers } from '../../../contract/types.ts';
import { vendorAdded, withoutVendor } from '../../../domain/offboarding/access-item.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { isParticipant, notParticipant } from '../../../domain/members/participants.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { pageOfAll } from '../../../platform/database/page-of-all.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import { addVendor } from '../queries/start.ts';
import { deleteVendor, findVendor, listVendors, lockVendor, updateVendor, vendorExists } from '../queries/vendors.ts';
import { externalIdTaken, vendorNotFound } from '../refusals.ts';
import { searchCatalog } from '../rules/catalog.ts';
import { auditFields } from '../rules/changes.ts';
import { isWebsite, notAWebsite } from '../rules/website.ts';

export const inventory: Pick<
  Handlers<'vendors'>,
  'listVendors' | 'listVendorCatalog' | 'createVendor' | 'getVendor' | 'updateVendor' | 'deleteVendor'
> = {
  async listVendors({ query, page, db }) {
    return { status: 200, page: await listVendors(db, query, page) };
  },

  async listVendorCatalog({ query, page }) {
    const all = searchCatalog(query.search).map((vendor) => ({ id: vendor.website, vendor }));
    return { status: 200, page: mapPage(pageOfAll(all, page), ({ vendor }) => vendor) };
  },

  async createVendor({ body, db, actor, ports, audit }) {
    if (body.externalId !== undefined) await takeTurn(db, 'vendor');
    const { assigneeId, website = '' } = body;
    const faults = {
      ...(website !== '' && !isWebsite(website) && { website: notAWebsite }),
      ...(assigneeId !== undefined &&
        !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)) && { assigneeId: notParticipant }),
    };
    if (Object.keys(faults).length) return invalid(faults);
    const fields = { ...body, name: body.name.trim() };
    const vendorId = await addVendor(db, actor, fields).catch(externalIdTaken);
    if (isRefusal(vendorId)) return vendorId;
    const vendor = await findVendor(db, vendorId);
    if (!vendor) throw new Error(`${vendorId} is not there`);
    const reopened = await vendorAdded(db);
    audit.created({ ...fields, ...(reopened && { reopenedOffboardings: reopened }) });
    return { status: 201, body: vendor };
  },

  async getVendor({ path, db }) {
    const vendor = await findVendor(db, path.id);
    return vendor ? { status: 200, body: vendor } : vendorNotFound();
  },

  async updateVendor({ path, body, db, ports, audit }) {
    if (typeof body.externalId === 'string') await takeTurn(db, 'vendor');
    const before = await lockVendor(db, path.id);
    if (!before) return vendorNotFound();
    const { assigneeId, name, website } = body;
    const isReassigned = typeof assigneeId === 'string' && assigneeId !== before.assigneeId;
    const faults = {
      ...(website && !isWebsite(website) && { website: notAWebsite }),
      ...(isReassigned && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)) && { assigneeId: notParticipant }),
    };
    if (Object.keys(faults).length) return invalid(faults);
    const taken = await updateVendor(db, before, { ...body, ...(name !== undefined && { name: name.trim() }) }).catch(externalIdTaken);
    if (taken) return taken;
    const after = await findVendor(db, path.id);
    if (!after) return vendorNotFound();
    audit.changed(auditFields(before), auditFields(after));
    return { status: 200, body: after };
  },

  async deleteVendor({ path, db, audit }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    const completed = await withoutVendor(db, path.id, () => deleteVendor(db, path.id));
    if (completed) audit.created({ completedOffboardings: completed });
    return { status: 204 };
  },
};
