/** Queries for completed and outstanding items of members' checklists. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { ActingMember } from '#platform/identity/acting-member';
import { itemColumns, itemOf } from './template.ts';

type Schemas = components['schemas'];
type TemplateItem = Schemas['OffboardingTemplateItem'];
/** A completion without its evidence. */
export type Completion = Omit<Schemas['OffboardingCompletion'], 'evidence'>;
type CompletionRow = Omit<Completion, 'completedBy'> & { readonly completedByName: string | null };

const columns = columnsOf(
  'offboarding_completion',
  'id',
  'organizationId',
  'memberId',
  'templateItemId',
  'itemTitle',
  'completedById',
  'completedVia',
  'completedAt',
  'notes',
);

function completionOf({ completedByName: name, ...row }: CompletionRow): Completion {
  const { completedById: id } = row;
  return { ...row, completedBy: id === null || name === null ? null : { id, name } };
}

/** @returns all completions of a member, oldest first */
async function listCompletions(db: OrganizationDatabase, memberId: string): Promise<Completion[]> {
  const rows = await db
    .selectFrom('offboarding_completion')
    .leftJoin('member as by', 'by.user_id', 'offboarding_completion.completed_by_id')
    .select([...columns, 'by.name as completedByName'])
    .where('member_id', '=', memberId)
    .orderBy('completed_at')
    .orderBy('offboarding_completion.id')
    .execute();
  return rows.map(completionOf);
}

export interface Checklist {
  /** The enabled items in the order of the template, with their completions. */
  readonly items: readonly { readonly item: TemplateItem; readonly completion: Completion | undefined }[];
  /** Completions of items that were disabled or deleted later. */
  readonly otherCompletions: readonly Completion[];
}

/** @returns the items of a member's checklist, and their completions */
export async function findChecklist(db: OrganizationDatabase, memberId: string): Promise<Checklist> {
  const [items, completions] = await Promise.all([
    db
      .selectFrom('offboarding_template_item')
      .select(itemColumns)
      .where('is_enabled', '=', true)
      .orderBy('sort_order')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    listCompletions(db, memberId),
  ]);
  const enabledIds = new Set(items.map(({ id }) => id));
  const completionsByItem = new Map(completions.map((completion) => [completion.templateItemId, completion]));
  return {
    items: items.map((row) => ({ item: itemOf(row), completion: completionsByItem.get(row.id) })),
    otherCompletions: completions.filter(({ templateItemId }) => templateItemId === null || !enabledIds.has(templateItemId)),
  };
}

/** Locks a member's completion of an item until the transaction ends. @returns its id; undefined if the item is not completed */
export async function lockCompletion(db: OrganizationDatabase, memberId: string, templateItemId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('offboarding_completion')
    .select('id')
    .where('member_id', '=', memberId)
    .where('template_item_id', '=', templateItemId)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/**
 * Records that a user has completed an item of a member's checklist.
 * @returns the new completion; undefined if the item is completed already, even by a concurrent request
 */
export async function insertCompletion(
  db: OrganizationDatabase,
  {
    memberId,
    item,
    by,
    notes,
  }: {
    readonly memberId: string;
    readonly item: Pick<TemplateItem, 'id' | 'title'>;
    readonly by: Pick<ActingMember, 'userId' | 'name' | 'via'>;
    readonly notes: string | null;
  },
): Promise<Completion | undefined> {
  const row = await db
    .insertInto('offboarding_completion')
    .values({
      id: newId('occ'),
      member_id: memberId,
      template_item_id: item.id,
      item_title: item.title,
      completed_by_id: by.userId,
      completed_via: by.via,
      completed_at: new Date().toISOString(),
      notes,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'template_item_id']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && completionOf({ ...row, completedByName: by.name });
}

/** Deletes a completion with its evidence. */
export async function deleteCompletion(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('offboarding_completion').where('id', '=', id).execute();
}

const pendingMembers = PagedList.of((db) =>
  db
    .selectFrom('member')
    .select(['member.id as memberId', 'member.name', 'member.email', 'member.image'])
    .select((eb) => eb.ref('member.offboard_date').$notNull().as('offboardDate'))
    .where('member.is_active', '=', false)
    .where('member.offboard_date', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('offboarding_template_item as item')
          .select('item.id')
          .where('item.is_enabled', '=', true)
          .where((item) =>
            item.not(
              item.exists(
                item
                  .selectFrom('offboarding_completion as done')
                  .select('done.id')
                  .whereRef('done.member_id', '=', 'member.id')
                  .whereRef('done.template_item_id', '=', 'item.id'),
              ),
            ),
          ),
      ),
    ),
).filteredBy<FilterOf<'listPendingOffboardings'>>({
  search: contains('member.name', 'member.email'),
  offboardDateAfter: onOrAfter('member.offboard_date'),
  offboardDateBefore: onOrBefore('member.offboard_date'),
  ids: anyOf('member.id'),
});
const orders = { offboardDate: 'member.offboard_date', name: 'member.name', email: 'member.email' } as const;

/** @returns a page of the members who have left but whose checklist is not completed (rule 11) */
export async function listPending(
  db: OrganizationDatabase,
  filter: FilterOf<'listPendingOffboardings'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['PendingOffboarding']>> {
  const foundPage = await pendingMembers.page(db, filter, { by: orders[page.sortBy], id: 'member.id' }, page);
  const ids = foundPage.rows.map(({ memberId }) => memberId);
  const [items, completions] = await Promise.all([
    db
      .selectFrom('offboarding_template_item')
      .select(['id', 'title'])
      .where('is_enabled', '=', true)
      .orderBy('sort_order')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    ids.length
      ? db.selectFrom('offboarding_completion').select(['member_id', 'template_item_id']).where('member_id', 'in', ids).execute()
      : [],
  ]);
  const completedKeys = new Set(completions.map((completion) => `${completion.member_id} ${completion.template_item_id}`));
  return mapPage(foundPage, ({ memberId, name, email, image, offboardDate }) => {
    const outstandingItems = items
      .filter(({ id }) => !completedKeys.has(`${memberId} ${id}`))
      .map(({ id, title }) => ({ templateItemId: id, title }));
    const totalItems = items.length;
    const completedItems = totalItems - outstandingItems.length;
    return { memberId, name, email, image, offboardDate, completedItems, totalItems, outstandingItems };
  });
}
