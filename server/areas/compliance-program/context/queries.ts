/** Queries of context entries. */
import { sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { replaceFrameworkIds } from '#domain/retrieval/context/framework-names';
import { columnsOf } from '#platform/database/columns';
import { anyOf, matches } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { SortKey } from '#platform/database/sort-keys';

type Schemas = components['schemas'];
type Entry = Schemas['ContextEntry'];
/** The fields of an entry that clients can write. */
export type EntryFields = Pick<Entry, 'question' | 'answer' | 'tags' | 'audience'>;

const columns = columnsOf(
  'context_entry',
  'id',
  'organizationId',
  'question',
  'answer',
  'tags',
  'audience',
  'createdAt',
  'updatedAt',
  'version',
);

/** A question may be too long for an index, so only its beginning counts. */
const byQuestion: SortKey = { name: 'question', expression: () => sql`left(context_entry.question, 200)` };
const sortKeys = { createdAt: 'context_entry.created_at', updatedAt: 'context_entry.updated_at', question: byQuestion } as const;

const entryList = PagedList.of((db) => db.selectFrom('context_entry').select(columns)).filteredBy<FilterOf<'listContext'>>({
  search: matches(
    (eb, parameter) =>
      sql<SqlBool>`(${eb.ref('question')} ilike ${parameter} or ${eb.ref('answer')} ilike ${parameter}
        or exists (select from unnest(${eb.ref('tags')}) as tag where tag ilike ${parameter}))`,
  ),
  tag: (eb, parameter) => sql<SqlBool>`${eb.ref('tags')} && ${parameter}::text[]`,
  audience: anyOf('context_entry.audience'),
  ids: anyOf('context_entry.id'),
});

/** Lists entries, with framework names instead of framework ids (rule 2). */
export async function listEntries(
  db: OrganizationDatabase,
  filter: FilterOf<'listContext'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Entry>> {
  const entries = await entryList.page(db, filter, { by: sortKeys[page.sortBy], id: 'context_entry.id' }, page);
  return { ...entries, rows: await withFrameworkNames(db, entries.rows) };
}

/** Returns an entry with framework names instead of framework ids (rule 2). */
export async function findEntry(db: OrganizationDatabase, id: string): Promise<Entry | undefined> {
  const row = await db.selectFrom('context_entry').select(columns).where('id', '=', id).executeTakeFirst();
  return row && (await withFrameworkNames(db, [row]))[0];
}

/** Returns an entry as stored, and locks it until the transaction ends. */
export async function lockEntry(db: OrganizationDatabase, id: string): Promise<Entry | undefined> {
  return db.selectFrom('context_entry').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns the id of the new entry */
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

async function withFrameworkNames(db: OrganizationDatabase, entries: readonly Entry[]): Promise<Entry[]> {
  const answers = await replaceFrameworkIds(
    db,
    entries.map(({ answer }) => answer),
  );
  return entries.map((entry, index) => ({ ...entry, answer: answers[index] ?? entry.answer }));
}
