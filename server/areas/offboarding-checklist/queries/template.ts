/** The items of the template. */
import type { components } from '../../../../generated/api.d.ts';
import { accessItemKey } from '../../../domain/offboarding/access-item.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { touched } from '../../../platform/database/touched.ts';

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
);

/** @returns the item as the interface shows it */
export function itemOf({ seedKey, ...row }: ItemRow): Item {
  return { ...row, isDefault: seedKey !== null, isAccessRevocation: seedKey === accessItemKey };
}

/** @returns all items in their order (rule 2) */
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

/** @returns the item, held until the transaction ends */
export async function lockItem(db: OrganizationDatabase, id: string): Promise<Item | undefined> {
  const row = await db.selectFrom('offboarding_template_item').select(itemColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && itemOf(row);
}

/** @returns the item, which stays as it is until the transaction ends */
export async function shareItem(db: OrganizationDatabase, id: string): Promise<Item | undefined> {
  const row = await db.selectFrom('offboarding_template_item').select(itemColumns).where('id', '=', id).forShare().executeTakeFirst();
  return row && itemOf(row);
}

/** The highest place that a change may give an item. */
const lastPlace = 1_000_000;

/** @returns the new item, behind all others */
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
        // Of items in one place the newest is the last: so there always is a place that a change may name, too.
        eb
          .fn<number>('least', [eb(eb.fn.coalesce(eb.fn.max<number>('sort_order'), eb.lit(0)), '+', eb.lit(1)), eb.lit(lastPlace)])
          .as('next'),
      ),
    }))
    .returning(itemColumns)
    .executeTakeFirstOrThrow();
  return itemOf(row);
}

/** @param fields those that were sent @returns the item as it is now */
export async function updateItem(
  db: OrganizationDatabase,
  id: string,
  { title, description, evidenceRequired, sortOrder, isEnabled }: Schemas['OffboardingTemplateItemUpdate'],
): Promise<Item> {
  const row = await db
    .updateTable('offboarding_template_item')
    .set({
      ...touched,
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

/** Its completions stay, without it. */
export async function deleteItem(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('offboarding_template_item').where('id', '=', id).execute();
}
