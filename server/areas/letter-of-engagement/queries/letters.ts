/** Letters: found, held, made and changed. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { contains, is } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { touched } from '../../../platform/database/touched.ts';
import { type Fields, rowOf } from './fields.ts';
import { selectShort, stateNow, textColumns } from './columns.ts';
import { signaturesOf } from './signatures.ts';

type Schemas = components['schemas'];
export type Letter = Schemas['EngagementLetter'];
export type ShortLetter = Schemas['EngagementLetterListItem'];
type Order = 'createdAt' | 'sentAt' | 'signedAt' | 'reference';

export async function findLetter(db: OrganizationDatabase, id: string): Promise<Letter | undefined> {
  const row = await selectShort(db).select(textColumns).where('letter.id', '=', id).executeTakeFirst();
  return row && withSlots(row, (await signaturesOf(db, [id])).get(id));
}

/** @returns the letter, held until the transaction ends */
export async function lockLetter(db: OrganizationDatabase, id: string): Promise<Letter | undefined> {
  const held = await db.selectFrom('engagement_letter').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return held && findLetter(db, id);
}

/** Nobody can sign any more what has expired. */
function withSlots<L extends Pick<Letter, 'status'>>(letter: L, signatures: Letter['signatures'] = []) {
  const isOver = letter.status === 'expired';
  return {
    ...letter,
    signatures: isOver ? signatures.map((one) => (one.status === 'pending' ? { ...one, status: 'void' as const } : one)) : signatures,
  };
}

/** There is an index for each order. What has no time is older than all that have one. */
const listed: Readonly<Record<Order, ReturnType<typeof listedBy>>> = {
  createdAt: listedBy('letter.created_at'),
  sentAt: listedBy("coalesce(letter.sent_at, '0001-01-01 00:00:00+00'::timestamptz)"),
  signedAt: listedBy("coalesce(letter.signed_at, '0001-01-01 00:00:00+00'::timestamptz)"),
  reference: listedBy('letter.reference'),
};

function listedBy(place: string) {
  return PagedList.of((db) => selectShort(db).select(sql.raw<string>(place).as('place')))
    .filteredBy<FilterOf<'listEngagementLetters'>>({
      search: contains('letter.reference', 'letter.title', 'letter.auditor_firm'),
      status: (_eb, states) => sql<boolean>`${stateNow} = any(${states})`,
      engagementType: (eb, types) => eb('letter.engagement_type', '=', eb.fn.any(types)),
      frameworkInstanceId: is('letter.framework_instance_id'),
    })
    .within((query, db) => db.selectFrom(query.as('listed')).selectAll('listed'));
}

export async function listLetters(
  db: OrganizationDatabase,
  filter: FilterOf<'listEngagementLetters'>,
  page: PageRequest<Order>,
): Promise<Page<ShortLetter>> {
  const found = await listed[page.sortBy].page(db, filter, { by: 'listed.place', id: 'listed.id' }, page);
  const signatures = await signaturesOf(
    db,
    found.rows.map(({ id }) => id),
  );
  return mapPage(found, ({ place: _place, ...row }) => withSlots(row, signatures.get(row.id)));
}

/** @returns the next reference of this year, which no other letter has or had */
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

/** @param userId of who creates it @returns the id of the new draft */
export async function insertLetter(
  db: OrganizationDatabase,
  fields: Fields,
  { templateId, builtInTemplateId = null, supersedesId = null, userId }: Origin,
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
      created_by_id: userId,
      updated_by_id: userId,
    })
    .execute();
  return id;
}

/** Where a draft comes from. */
interface Origin {
  readonly templateId: string | null;
  readonly builtInTemplateId?: string | null;
  readonly supersedesId?: string | null;
  readonly userId: string | null;
}

export async function updateLetter(db: OrganizationDatabase, id: string, fields: Fields, userId: string | null): Promise<void> {
  await db
    .updateTable('engagement_letter')
    .set({ ...touched, ...rowOf(fields), updated_by_id: userId })
    .where('id', '=', id)
    .execute();
}

export async function renameLetter(db: OrganizationDatabase, id: string, title: string, userId: string | null): Promise<void> {
  await db
    .updateTable('engagement_letter')
    .set({ ...touched, title, updated_by_id: userId })
    .where('id', '=', id)
    .execute();
}

export async function deleteLetter(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('engagement_letter').where('id', '=', id).execute();
}

/** @returns whether another amendment of the same letter is open or signed; it is held against further ones by an index */
export async function hasOtherAmendment(db: OrganizationDatabase, supersedesId: string, but?: string): Promise<boolean> {
  const other = await db
    .selectFrom('engagement_letter as letter')
    .select('letter.id')
    .where('letter.supersedes_id', '=', supersedesId)
    .where(stateNow, 'in', ['draft', 'sent', 'partially_signed', 'signed', 'superseded'])
    .$if(but !== undefined, (query) => query.where('letter.id', '<>', but ?? ''))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
