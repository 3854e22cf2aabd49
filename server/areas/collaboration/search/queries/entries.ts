/** Queries the search index in the database (0028_search.sql), which triggers update and three functions read. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { selectHiddenScanIds } from '#providers/clouds/hidden-scans';
import { selectHiddenIds, selectIdsReadableByRestricted, type Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Part, Query, Term } from '../rules/query.ts';
import type { Hits } from '../rules/snippet.ts';
import type { Addressable, Readable, SearchableType } from '../rules/types.ts';

type Schemas = components['schemas'];

/** The start of a page: after the record with these sort keys. */
export interface PagePosition {
  readonly key: number;
  readonly back: number;
  readonly id: string;
}

/** A record in the index. */
export interface Entry extends Addressable, PagePosition {
  readonly title: string;
  readonly texts: readonly (readonly [name: string, text: string])[];
  readonly rank: number;
  readonly status: string | null;
  readonly department: string | null;
  readonly assigneeId: string | null;
  readonly parentTitle: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

export interface FoundPage {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly facets: Schemas['SearchFacets'];
  /** The best rank, not counting a record whose id was entered. */
  readonly best: number;
}

interface Wanted {
  readonly query: Query;
  readonly filter: Omit<FilterOf<'searchRecords'>, 'q' | 'type'>;
  readonly readable: Readable;
  readonly newest: boolean;
  readonly upwards: boolean;
  readonly after: PagePosition | undefined;
  readonly most: number;
}

/** Finds one page and counts all matches. Records that the caller may not read are neither found nor counted. */
export async function findEntries(
  db: OrganizationDatabase,
  caller: Reader,
  { query: { alternatives, terms, exact }, filter, readable, newest, upwards, after, most }: Wanted,
): Promise<FoundPage> {
  const { shown, hidden } = conditions(db, caller);
  const found = sql<Row>`search_entries(${JSON.stringify(alternatives.map(nonEmpty))}::jsonb, ${exact ?? null}::text, ${longestOf(terms)}::text,
    ${[...readable.types]}::text[], ${[...readable.resources]}::text[], ${shown}, ${hidden},
    ${filter.status ?? null}::text[], ${filter.department ?? null}::text[], ${filter.assigneeId ?? null}::text[],
    ${filter.updatedAtAfter ?? null}::timestamptz, ${filter.updatedAtBefore ?? null}::timestamptz, ${filter.includeArchived ?? false}::boolean,
    ${newest}::boolean, ${upwards}::boolean, ${after?.key ?? null}::double precision, ${after?.back ?? null}::double precision,
    ${after?.id ?? null}::text, ${most}::integer)`;
  const rows = await db.selectFrom(found.as('found')).selectAll().execute();
  const [first] = rows;
  return {
    entries: rows.flatMap((row) => entryOf(row) ?? []),
    total: Number(first?.total ?? 0),
    facets: { type: first?.by_type ?? {}, status: first?.by_status ?? {} },
    best: first?.best ?? 0,
  };
}

/** The beginning of a search term. */
interface Beginning {
  /** Prefixes of words in titles. */
  readonly beginnings: readonly string[];
  /** A prefix of an id, in place of words. */
  readonly recordId: string | undefined;
  /** Titles that begin with this text are ranked first. */
  readonly beginning: string;
  readonly most: number;
}

/** Records whose titles have words with these prefixes, best first. */
export async function findSuggestions(
  db: OrganizationDatabase,
  caller: Reader,
  readable: Readable,
  { beginnings, recordId, beginning, most }: Beginning,
): Promise<(Addressable & { readonly title: string })[]> {
  if (!beginnings.length && recordId === undefined) return [];
  const { shown, hidden } = conditions(db, caller);
  const found = sql<SuggestionRow>`search_suggestions(${[...beginnings]}::text[], ${recordId ?? null}::text, ${beginning.toLowerCase()}::text,
    ${[...readable.types]}::text[], ${[...readable.resources]}::text[], ${shown}, ${hidden}, ${most}::integer)`;
  const rows = await db.selectFrom(found.as('found')).selectAll().execute();
  return rows.map(({ id, type, title, parent_type: parentType, parent_id: parentId, form_type: formType }) => ({
    id,
    type,
    title,
    parentType,
    parentId,
    formType,
  }));
}

/** Finds which of the words the terms match. */
export async function findHits(db: OrganizationDatabase, words: readonly string[], terms: readonly Term[]): Promise<Hits> {
  const hits = new Map<string, Set<number>>();
  if (!words.length || !terms.length) return hits;
  const found = sql<{ word: string; term: number }>`search_hits(${[...words]}::text[], ${JSON.stringify(terms)}::jsonb)`;
  for (const { word, term } of await db.selectFrom(found.as('found')).selectAll().execute())
    hits.set(word, (hits.get(word) ?? new Set()).add(term));
  return hits;
}

/** Row filters on top of permissions: restricted callers see only visible records, others all that are not hidden. */
function conditions(db: OrganizationDatabase, reader: Reader) {
  const scans = selectHiddenScanIds(db);
  const isRestricted = reader.restrictedTo !== undefined;
  const hidden = isRestricted ? scans : scans.unionAll(selectHiddenIds(db, reader));
  return {
    shown: isRestricted ? sql<string[]>`array(${selectIdsReadableByRestricted(db, reader)})` : sql<null>`null::text[]`,
    hidden: sql<string[]>`array(${hidden})`,
  };
}

/** Drops prefixes that become empty, which PostgreSQL would reject. */
function nonEmpty(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => 'words' in part || part.prefix !== '');
}

/** The most significant word: titles that contain it are ranked first. */
function longestOf(terms: readonly Term[]): string {
  return terms.reduce((longest, { word }) => (word.length > longest.length ? word : longest), '').toLowerCase();
}

/** A row of `search_entries`. All fields except the counts are null if the page has no records. */
interface Row {
  readonly total: number;
  readonly by_type: Readonly<Record<string, number>>;
  readonly by_status: Readonly<Record<string, number>>;
  readonly best: number | null;
  readonly key: number | null;
  readonly back: number | null;
  readonly rank: number | null;
  readonly id: string | null;
  readonly type: SearchableType | null;
  readonly title: string | null;
  readonly texts: Entry['texts'] | null;
  readonly status: string | null;
  readonly department: string | null;
  readonly assignee_id: string | null;
  readonly parent_type: string | null;
  readonly parent_id: string | null;
  readonly parent_title: string | null;
  readonly form_type: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}
interface SuggestionRow {
  readonly id: string;
  readonly type: SearchableType;
  readonly title: string;
  readonly parent_type: string | null;
  readonly parent_id: string | null;
  readonly form_type: string | null;
}

function entryOf({ id, type, title, texts, key, back, rank, created_at: createdAt, ...row }: Row): Entry | undefined {
  if (id === null || type === null || title === null || texts === null || key === null || back === null || createdAt === null)
    return undefined;
  return {
    id,
    type,
    title,
    texts,
    key,
    back,
    rank: rank ?? 0,
    status: row.status,
    department: row.department,
    assigneeId: row.assignee_id,
    parentType: row.parent_type,
    parentId: row.parent_id,
    parentTitle: row.parent_title,
    formType: row.form_type,
    createdAt,
    updatedAt: row.updated_at,
  };
}
