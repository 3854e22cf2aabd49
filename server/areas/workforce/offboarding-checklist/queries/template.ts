/** Queries for the items of the checklist's template. */
import type { components } from '#generated/api';
import { accessItemKey } from '#domain/people/offboarding/access-item';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';

type Schemas = components['schemas'];
type Item = Schemas['OffboardingTemplateItem'];
type ItemRow = Omit<Item, 'isDefault' | 'isAccessRevocation'> & { readonly seedKey: string | null };

export const itemColumns = columnsOf(
  'offboarding_template_item',
  'id',
  'organizationId',
  'seedKey',
  'title',
  'description',
  'evidenceRequired',
  'sortOrder',
  'isEnabled',
  'createdAt',
  'updatedAt',
  'version',
);

/** @returns the item in the form of the contract */
export function itemOf({ seedKey, ...row }: ItemRow): Item {
  return { ...row, isDefault: seedKey !== null, isAccessRevocation: seedKey === accessItemKey };
}

/** @returns all items in the order of the checklist (rule 2) */
export async function listItems(db: OrganizationDatabase): Promise<Item[]> {
  const rows = await db
    .selectFrom('offboarding_template_item')
    .select(itemColumns)
    .orderBy('sort_order')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(itemOf);
}

export async function countItems(db: OrganizationDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('offboarding_template_item')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks an item until the transaction ends. @returns undefined if it does not exist */
export async function lockItem(db: OrganizationDatabase, id: string): Promise<Item | undefined> {
  const row = await db.selectFrom('offboarding_template_item').select(itemColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && itemOf(row);
}

/** Locks an item with a shared lock, so that it cannot change until the transaction ends. @returns undefined if it does not exist */
export async function shareLockItem(db: OrganizationDatabase, id: string): Promise<Item | undefined> {
  const row = await db.selectFrom('offboarding_template_item').select(itemColumns).where('id', '=', id).forShare().executeTakeFirst();
  return row && itemOf(row);
}

/** The highest position that an item may have. */
const maxPosition = 1_000_000;

/** Adds an item at the end of the template. @returns the new item */
export async function insertItem(
  db: OrganizationDatabase,
  { title, description, evidenceRequired }: Schemas['OffboardingTemplateItemCreate'],
): Promise<Item> {
  const row = await db
    .insertInto('offboarding_template_item')
    .values(({ selectFrom }) => ({
      id: newId('oct'),
      title,
      description: description || null,
      evidence_required: evidenceRequired,
      sort_order: selectFrom('offboarding_template_item').select((eb) =>
        // At the highest position, several items may share the position. The newest of them is then the last item.
        eb
          .fn<number>('least', [eb(eb.fn.coalesce(eb.fn.max<number>('sort_order'), eb.lit(0)), '+', eb.lit(1)), eb.lit(maxPosition)])
          .as('next'),
      ),
    }))
    .returning(itemColumns)
    .executeTakeFirstOrThrow();
  return itemOf(row);
}

/**
 * Changes the fields of an item that are not undefined.
 * @returns the changed item
 */
export async function updateItem(
  db: OrganizationDatabase,
  id: string,
  { title, description, evidenceRequired, sortOrder, isEnabled }: Schemas['OffboardingTemplateItemUpdate'],
): Promise<Item> {
  const row = await db
    .updateTable('offboarding_template_item')
    .set({
      ...touchUpdatedAt,
      title,
      evidence_required: evidenceRequired,
      sort_order: sortOrder,
      is_enabled: isEnabled,
      ...(description !== undefined && { description: description || null }),
    })
    .where('id', '=', id)
    .returning(itemColumns)
    .executeTakeFirstOrThrow();
  return itemOf(row);
}

/** Deletes an item but keeps its completions. */
export async function deleteItem(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('offboarding_template_item').where('id', '=', id).execute();
}
