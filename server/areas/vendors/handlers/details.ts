/** What belongs to a vendor: acceptances, compliance tasks and contacts. */
import type { Handlers } from '../../../contract/types.ts';
import { findActiveMember } from '../../../domain/members/active.ts';
import { added, removed } from '../../../platform/audit/changes.ts';
import { notActive } from '../../../platform/identity/acting-member.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import { insertAcceptance, listAcceptances } from '../queries/acceptances.ts';
import { deleteContact, insertContact, listContacts, lockContact, updateContact } from '../queries/contacts.ts';
import { knownTasks } from '../../../domain/tasks/linked.ts';
import { replaceVendorTasks } from '../queries/tasks.ts';
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
  async listVendorAcceptances({ path, page, db }) {
    const vendor = await findVendor(db, path.id);
    return vendor ? { status: 200, page: await listAcceptances(db, vendor, page) } : vendorNotFound();
  },

  async createVendorAcceptance({ path, body, db, audit }) {
    const vendor = await lockVendor(db, path.id);
    if (!vendor) return vendorNotFound();
    const acceptedById = body.acceptedById ?? vendor.assigneeId;
    if (acceptedById === null) return invalid({ acceptedById: 'is required because the vendor has no assignee' });
    const by = await findActiveMember(db, acceptedById);
    if (!by) return invalid({ acceptedById: notActive });
    const acceptance = await insertAcceptance(db, vendor, by, body.notes?.trim() || null);
    const { notes } = acceptance;
    audit.did('Accepted vendor risk', { changes: added({ acceptedBy: `${by.name} (${by.id})`, ...(notes !== null && { notes }) }) });
    return { status: 201, body: acceptance };
  },

  async replaceVendorTasks({ path, body: { taskIds }, db, audit }) {
    const vendor = await lockVendor(db, path.id);
    if (!vendor) return vendorNotFound();
    const known = await knownTasks(db, taskIds);
    const unknown = taskIds.flatMap((id, index) =>
      known.has(id) ? [] : [[`taskIds.${index}`, 'must be a task of the organization'] as const],
    );
    if (unknown.length) return invalid(Object.fromEntries(unknown));
    const { before, linked, unlinked } = await replaceVendorTasks(db, vendor.id, taskIds);
    audit.did('Mapped tasks to vendor', {
      changes: linked + unlinked === 0 ? {} : { tasks: { previous: before, current: taskIds } },
    });
    return { status: 200, body: { vendorId: vendor.id, linked, unlinked, taskIds } };
  },

  async listVendorContacts({ path, page, db }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    return { status: 200, page: await listContacts(db, path.id, page) };
  },

  async createVendorContact({ path, body, db, audit }) {
    if (!(await lockVendor(db, path.id))) return vendorNotFound();
    const contact = await insertContact(db, path.id, body);
    const { name, email, phone } = contact;
    audit.did('Created vendor contact', { changes: added({ name, email, phone }) });
    return { status: 201, body: contact };
  },

  async updateVendorContact({ path, body, db, audit }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    const before = await lockContact(db, path.id, path.contactId);
    if (!before) return contactNotFound();
    const after = await updateContact(db, before.id, body);
    audit.changed(before, after, { description: 'Updated vendor contact', fields: ['name', 'email', 'phone'] });
    return { status: 200, body: after };
  },

  async deleteVendorContact({ path, db, audit }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    const contact = await lockContact(db, path.id, path.contactId);
    if (!contact) return contactNotFound();
    await deleteContact(db, contact.id);
    const { name, email, phone } = contact;
    audit.did('Deleted vendor contact', { changes: removed({ name, email, phone }) });
    return { status: 204 };
  },
};
