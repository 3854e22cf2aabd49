/** Finds, locks, creates and changes letters. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { anyOf, contains, equals, onOrAfter, onOrBefore } from '#platform/database/filters';
import { missingLast } from '#platform/database/sort-keys';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { touchUpdatedAt } from '#platform/database/touched';
import type { Author } from '#platform/identity/author';
import { type Fields, rowOf } from './fields.ts';
import { selectListItems, currentStatus, textColumns } from './columns.ts';
import { findSignaturesOf } from './signatures.ts';

type Schemas = components['schemas'];
export type Letter = Schemas['EngagementLetter'];
export type LetterListItem = Schemas['EngagementLetterListItem'];

export async function findLetter(db: OrganizationDatabase, id: string): Promise<Letter | undefined> {
  const row = await selectListItems(db).select(textColumns).where('letter.id', '=', id).executeTakeFirst();
  return row && withSignatures(row, (await findSignaturesOf(db, [id])).get(id));
}

/** @returns the letter, locked until the transaction ends */
export async function lockLetter(db: OrganizationDatabase, id: string): Promise<Letter | undefined> {
  const lockedRow = await db.selectFrom('engagement_letter').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return lockedRow && findLetter(db, id);
}

/** Adds the signatures to a letter. Pending signatures of an expired letter are reported as void. */
function withSignatures<L extends Pick<Letter, 'status'>>(letter: L, signatures: Letter['signatures'] = []) {
  const isExpired = letter.status === 'expired';
  return {
    ...letter,
    signatures: isExpired
      ? signatures.map((signature) => (signature.status === 'pending' ? { ...signature, status: 'void' as const } : signature))
      : signatures,
  };
}

/** Every sort order has an index. */
const sortKeys = {
  createdAt: 'letter.created_at',
  updatedAt: 'letter.updated_at',
  sentAt: missingLast('letter.sent_at'),
  signedAt: missingLast('letter.signed_at'),
  expiresAt: missingLast('letter.expires_at'),
  reportDueDate: missingLast('letter.report_due_date'),
  reference: 'letter.reference',
  title: 'letter.title',
} as const;

const allLetters = PagedList.of((db) => selectListItems(db)).filteredBy<FilterOf<'listEngagementLetters'>>({
  search: contains('letter.reference', 'letter.title', 'letter.auditor_firm'),
  status: (_eb, states) => sql<boolean>`${currentStatus} = any(${states})`,
  engagementType: (eb, types) => eb('letter.engagement_type', '=', eb.fn.any(types)),
  frameworkInstanceId: equals('letter.framework_instance_id'),
  expiresAtAfter: onOrAfter('letter.expires_at'),
  expiresAtBefore: onOrBefore('letter.expires_at'),
  reportDueDateAfter: onOrAfter('letter.report_due_date'),
  reportDueDateBefore: onOrBefore('letter.report_due_date'),
  ids: anyOf('letter.id'),
});

export async function listLetters(
  db: OrganizationDatabase,
  filter: FilterOf<'listEngagementLetters'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<LetterListItem>> {
  const foundPage = await allLetters.page(db, filter, { by: sortKeys[page.sortBy], id: 'letter.id' }, page);
  const signatures = await findSignaturesOf(
    db,
    foundPage.rows.map(({ id }) => id),
  );
  return mapPage(foundPage, (row) => withSignatures(row, signatures.get(row.id)));
}

/** @returns the next reference of this year, which has never been used before */
async function nextReference(db: OrganizationDatabase): Promise<string> {
  const { year, number } = await db
    .insertInto('engagement_letter_year')
    .values({ id: newId('loy'), year: sql<number>`extract(year from now())` })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'year'])
        .doUpdateSet((eb) => ({ last_number: eb('engagement_letter_year.last_number', '+', 1) })),
    )
    .returning(['year', 'last_number as number'])
    .executeTakeFirstOrThrow();
  return `LOE-${year}-${String(number).padStart(2, '0')}`;
}

/** @returns the id of the new draft */
export async function insertLetter(
  db: OrganizationDatabase,
  fields: Fields,
  { templateId, builtInTemplateId = null, supersedesId = null, by }: DraftOrigin,
): Promise<string> {
  const id = newId('loe');
  await db
    .insertInto('engagement_letter')
    .values({
      id,
      reference: await nextReference(db),
      ...rowOf(fields),
      template_id: templateId,
      built_in_template_id: builtInTemplateId,
      supersedes_id: supersedesId,
      created_by_id: by.userId,
      created_via: by.via,
      updated_by_id: by.userId,
      updated_via: by.via,
    })
    .execute();
  return id;
}

/** What a new draft is based on, and its author. */
interface DraftOrigin {
  readonly templateId: string | null;
  readonly builtInTemplateId?: string | null;
  readonly supersedesId?: string | null;
  readonly by: Author;
}

export async function updateLetter(db: OrganizationDatabase, id: string, fields: Fields, author: Author): Promise<void> {
  await db
    .updateTable('engagement_letter')
    .set({ ...touchUpdatedAt, ...rowOf(fields), updated_by_id: author.userId, updated_via: author.via })
    .where('id', '=', id)
    .execute();
}

export async function renameLetter(db: OrganizationDatabase, id: string, title: string, author: Author): Promise<void> {
  await db
    .updateTable('engagement_letter')
    .set({ ...touchUpdatedAt, title, updated_by_id: author.userId, updated_via: author.via })
    .where('id', '=', id)
    .execute();
}

export async function deleteLetter(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('engagement_letter').where('id', '=', id).execute();
}

/** @returns whether another amendment of the same letter is open or signed. A unique index prevents a second amendment. */
export async function hasOtherAmendment(db: OrganizationDatabase, supersedesId: string, exceptId?: string): Promise<boolean> {
  const otherAmendment = await db
    .selectFrom('engagement_letter as letter')
    .select('letter.id')
    .where('letter.supersedes_id', '=', supersedesId)
    .where(currentStatus, 'in', ['draft', 'sent', 'partially_signed', 'signed', 'superseded'])
    .$if(exceptId !== undefined, (query) => query.where('letter.id', '<>', exceptId ?? ''))
    .limit(1)
    .executeTakeFirst();
  return otherAmendment !== undefined;
}
