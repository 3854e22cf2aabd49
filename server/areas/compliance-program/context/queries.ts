import { sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { replaceFrameworkIds } from '#domain/retrieval/context/framework-names';
import { columnsOf } from '#platform/database/columns';
import { anyOf, matches } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';

type Schemas = components['schemas'];
type Entry = Schemas['ContextEntry'];
/** Fields of an entry that clients write. */
export type EntryFields = Pick<Entry, 'question' | 'answer' | 'tags' | 'audience'>;

const columns = columnsOf('context_entry', 'id', 'organizationId', 'question', 'answer', 'tags', 'audience', 'createdAt', 'updatedAt');

const listed = PagedList.of((db) => db.selectFrom('context_entry').select(columns)).filteredBy<FilterOf<'listContext'>>({
  search: matches(
    (eb, place) =>
      sql<SqlBool>`(${eb.ref('question')} ilike ${place} or ${eb.ref('answer')} ilike ${place}
        or exists (select from unnest(${eb.ref('tags')}) as tag where tag ilike ${place}))`,
  ),
  tag: (eb, place) => sql<SqlBool>`${eb.ref('tags')} && ${place}::text[]`,
  audience: anyOf('context_entry.audience'),
});

/** Lists entries, newest first, with the names of frameworks (rule 2). */
export async function listEntries(db: OrganizationDatabase, filter: FilterOf<'listContext'>, page: PageRequest): Promise<Page<Entry>> {
  const found = await listed.page(db, filter, { by: 'context_entry.created_at', id: 'context_entry.id' }, page);
  return { ...found, rows: await withNames(db, found.rows) };
}

/** The entry in the form of the API, with the names of frameworks (rule 2). */
export async function findEntry(db: OrganizationDatabase, id: string): Promise<Entry | undefined> {
  const row = await db.selectFrom('context_entry').select(columns).where('id', '=', id).executeTakeFirst();
  return row && (await withNames(db, [row]))[0];
}

/** The entry as it is stored, locked until the transaction ends. */
export async function lockEntry(db: OrganizationDatabase, id: string): Promise<Entry | undefined> {
  return db.selectFrom('context_entry').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns its id */
export async function insertEntry(db: OrganizationDatabase, { question, answer, tags, audience }: EntryFields): Promise<string> {
  const id = newId('ctx');
  await db.insertInto('context_entry').values({ id, question, answer, tags, audience }).execute();
  return id;
}

export async function updateEntry(db: OrganizationDatabase, id: string, { question, answer, tags, audience }: EntryFields): Promise<void> {
  await db.updateTable('context_entry').set({ question, answer, tags, audience }).where('id', '=', id).execute();
}

export async function deleteEntry(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('context_entry').where('id', '=', id).execute();
}

async function withNames(db: OrganizationDatabase, entries: readonly Entry[]): Promise<Entry[]> {
  const answers = await replaceFrameworkIds(
    db,
    entries.map(({ answer }) => answer),
  );
  return entries.map((entry, index) => ({ ...entry, answer: answers[index] ?? entry.answer }));
}
