/** Queries for the contacts of vendors. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { touchUpdatedAt } from '#platform/database/touched';

type Schemas = components['schemas'];
type VendorContact = Schemas['VendorContact'];

const columns = columnsOf('vendor_contact', 'id', 'vendorId', 'name', 'email', 'phone', 'createdAt', 'updatedAt', 'version');

const sortKeys = {
  name: 'vendor_contact.name',
  email: 'vendor_contact.email',
  createdAt: 'vendor_contact.created_at',
  updatedAt: 'vendor_contact.updated_at',
} as const;

const contactsOfVendor = PagedList.of((db, param: Params<{ readonly vendorId: string }>) =>
  db.selectFrom('vendor_contact').select(columns).where('vendor_id', '=', param('vendorId')),
).filteredBy<FilterOf<'listVendorContacts'>>({
  search: contains('vendor_contact.name', 'vendor_contact.email'),
  ids: anyOf('vendor_contact.id'),
});

/** @returns a page of the contacts of a vendor */
export function listContacts(
  db: OrganizationDatabase,
  vendorId: string,
  filter: FilterOf<'listVendorContacts'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<VendorContact>> {
  return contactsOfVendor.page(db, { vendorId, ...filter }, { by: sortKeys[page.sortBy], id: 'vendor_contact.id' }, page);
}

/** Locks a contact until the transaction ends. @returns undefined if it does not exist or belongs to another vendor */
export function lockContact(db: OrganizationDatabase, vendorId: string, id: string): Promise<VendorContact | undefined> {
  return db
    .selectFrom('vendor_contact')
    .select(columns)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns the new contact */
export function insertContact(
  db: OrganizationDatabase,
  vendorId: string,
  { name, email, phone }: Schemas['VendorContactCreate'],
): Promise<VendorContact> {
  return db
    .insertInto('vendor_contact')
    .values({ id: newId('vct'), vendor_id: vendorId, name, email, phone })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns the updated contact */
export function updateContact(
  db: OrganizationDatabase,
  id: string,
  { name, email, phone }: Schemas['VendorContactUpdate'],
): Promise<VendorContact> {
  return db
    .updateTable('vendor_contact')
    .set({ ...touchUpdatedAt, name, email, phone })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteContact(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('vendor_contact').where('id', '=', id).execute();
}
