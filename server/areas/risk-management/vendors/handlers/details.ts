/** Lists and changes the acceptances, compliance tasks and contacts of a vendor. */
import type { Handlers } from '#contract/types';
import { lockAllLinkable } from '#domain/access/links/linkable';
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { acceptanceChanges, newAcceptance } from '#domain/ratings/acceptance';
import { touchRecord } from '#platform/database/touched';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { insertAcceptance, listAcceptances } from '../queries/acceptances.ts';
import { deleteContact, insertContact, listContacts, lockContact, updateContact } from '../queries/contacts.ts';
import { vendorTasks } from '../queries/tasks.ts';
import { findVendor, lockVendor, vendorExists } from '../queries/vendors.ts';
import { contactNotFound, vendorNotFound } from '../refusals.ts';

export const details: Pick<
  Handlers<'vendors'>,
  | 'listVendorAcceptances'
  | 'createVendorAcceptance'
  | 'replaceVendorTasks'
  | 'listVendorContacts'
  | 'createVendorContact'
  | 'updateVendorContact'
  | 'deleteVendorContact'
> = {
  async listVendorAcceptances({ path, query, page, db }) {
    const vendor = await findVendor(db, path.id);
    return vendor ? { status: 200, page: await listAcceptances(db, vendor, query, page) } : vendorNotFound();
  },

  async createVendorAcceptance({ path, body, db, actor, audit }) {
    const vendor = await lockVendor(db, path.id);
    if (!vendor) return vendorNotFound();
    const acceptedById = body.acceptedById ?? vendor.assigneeId;
    if (acceptedById === null) return invalid({ acceptedById: fieldErrors.required('because the vendor has no assignee') });
    const acceptance = await newAcceptance(db, actor, acceptedById, body.notes);
    if (isRefusal(acceptance)) return acceptance;
    audit.performed('Accepted vendor risk', { changes: changesOnCreate(acceptanceChanges(acceptance)) });
    return { status: 201, body: await insertAcceptance(db, vendor, acceptance) };
  },

  async replaceVendorTasks({ path, body: { taskIds }, db, actor, audit }) {
    const vendor = await lockVendor(db, path.id);
    if (!vendor) return vendorNotFound();
    const tasks = await lockAllLinkable(db, actor, 'task', { field: 'taskIds', ids: taskIds, withArchived: true });
    if (isRefusal(tasks)) return tasks;
    const { previous, linked, unlinked } = await vendorTasks.replace(db, actor, { vendor_id: vendor.id }, tasks);
    if (linked + unlinked > 0) await touchRecord(db, 'vendor', vendor.id);
    const ids = { previous: previous.map(({ key }) => key), current: taskIds };
    audit.performed('Mapped tasks to vendor', { changes: linked + unlinked === 0 ? {} : { tasks: ids } });
    return { status: 200, body: { vendorId: vendor.id, linked, unlinked, taskIds } };
  },

  async listVendorContacts({ path, query, page, db }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    return { status: 200, page: await listContacts(db, path.id, query, page) };
  },

  async createVendorContact({ path, body, db, audit }) {
    if (!(await lockVendor(db, path.id))) return vendorNotFound();
    const contact = await insertContact(db, path.id, body);
    const { name, email, phone } = contact;
    audit.performed('Created vendor contact', { changes: changesOnCreate({ name, email, phone }) });
    return { status: 201, body: contact };
  },

  async updateVendorContact({ path, body, db, audit, requireVersion }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    const before = await lockContact(db, path.id, path.contactId);
    if (!before) return contactNotFound();
    requireVersion(before);
    const after = await updateContact(db, before.id, body);
    audit.changed(before, after, { description: 'Updated vendor contact', fields: ['name', 'email', 'phone'] });
    return { status: 200, body: after };
  },

  async deleteVendorContact({ path, db, audit, requireVersion }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    const contact = await lockContact(db, path.id, path.contactId);
    if (!contact) return contactNotFound();
    requireVersion(contact);
    await deleteContact(db, contact.id);
    const { name, email, phone } = contact;
    audit.performed('Deleted vendor contact', { changes: changesOnDelete({ name, email, phone }) });
    return { status: 204 };
  },
};
