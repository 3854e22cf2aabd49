/** Queries the search index in the database (0028_search.sql). Triggers update the index, and three functions read it. */
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

/** The position of a page: the page starts after the record with these sort keys. */
export interface PagePosition {
  readonly key: number;
  readonly back: number;
  readonly id: string;
}

/** A record in the search index. */
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
  /** The best rank of all matches, except the record whose id was entered. */
  readonly best: number;
}

interface SearchRequest {
  readonly query: Query;
  readonly filter: Omit<FilterOf<'searchRecords'>, 'q' | 'type'>;
  readonly readable: Readable;
  readonly newest: boolean;
  readonly upwards: boolean;
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

/** Finds one page of matches and counts all matches. Ignores records that the caller may not read. */
export async function findEntries(
  db: OrganizationDatabase,
  caller: Reader,
  { query: { alternatives, terms, exact }, filter, readable, newest, upwards, after, limit: maxRows }: SearchRequest,
): Promise<FoundPage> {
  const { shown, hidden } = rowFilters(db, caller);
  const match = sql<Row>`search_entries(${JSON.stringify(alternatives.map(removeEmptyPrefixes))}::jsonb, ${exact ?? null}::text, ${longestOf(terms)}::text,
    ${[...readable.types]}::text[], ${[...readable.resources]}::text[], ${shown}, ${hidden},
    ${filter.status ?? null}::text[], ${filter.department ?? null}::text[], ${filter.assigneeId ?? null}::text[],
    ${filter.updatedAtAfter ?? null}::timestamptz, ${filter.updatedAtBefore ?? null}::timestamptz, ${filter.includeArchived ?? false}::boolean,
    ${newest}::boolean, ${upwards}::boolean, ${after?.key ?? null}::double precision, ${after?.back ?? null}::double precision,
    ${after?.id ?? null}::text, ${maxRows}::integer)`;
  const rows = await db.selectFrom(match.as('found')).selectAll().execute();
  const [firstRow] = rows;
  return {
    entries: rows.flatMap((row) => entryOf(row) ?? []),
    total: Number(firstRow?.total ?? 0),
    facets: { type: firstRow?.by_type ?? {}, status: firstRow?.by_status ?? {} },
    best: firstRow?.best ?? 0,
  };
}

/** The beginning of a query that the user is typing. */
interface TypedQuery {
  /** The typed words, which are prefixes of words in titles. */
  readonly beginnings: readonly string[];
  /** The prefix of an id; undefined if the user typed words. */
  readonly recordId: string | undefined;
  /** The typed text; titles that begin with it are ranked first. */
  readonly beginning: string;
  readonly limit: number;
}

/** @returns the records whose titles have words with the typed prefixes, or whose ids begin with the typed text, best first */
export async function findSuggestions(
  db: OrganizationDatabase,
  caller: Reader,
  readable: Readable,
  { beginnings, recordId, beginning, limit: maxRows }: TypedQuery,
): Promise<(Addressable & { readonly title: string })[]> {
  if (!beginnings.length && recordId === undefined) return [];
  const { shown, hidden } = rowFilters(db, caller);
  const match = sql<SuggestionRow>`search_suggestions(${[...beginnings]}::text[], ${recordId ?? null}::text, ${beginning.toLowerCase()}::text,
    ${[...readable.types]}::text[], ${[...readable.resources]}::text[], ${shown}, ${hidden}, ${maxRows}::integer)`;
  const rows = await db.selectFrom(match.as('found')).selectAll().execute();
  return rows.map(({ id, type, title, parent_type: parentType, parent_id: parentId, form_type: formType }) => ({
    id,
    type,
    title,
    parentType,
    parentId,
    formType,
  }));
}

/** @returns the indexes of the terms that match each word */
export async function findHits(db: OrganizationDatabase, words: readonly string[], terms: readonly Term[]): Promise<Hits> {
  const hits = new Map<string, Set<number>>();
  if (!words.length || !terms.length) return hits;
  const match = sql<{ word: string; term: number }>`search_hits(${[...words]}::text[], ${JSON.stringify(terms)}::jsonb)`;
  for (const { word, term } of await db.selectFrom(match.as('found')).selectAll().execute())
    hits.set(word, (hits.get(word) ?? new Set()).add(term));
  return hits;
}

/** @returns row filters in addition to permissions: restricted callers find only `shown` ids, other callers all ids except `hidden` */
function rowFilters(db: OrganizationDatabase, reader: Reader) {
  const hiddenScanIds = selectHiddenScanIds(db);
  const isRestricted = reader.restrictedTo !== undefined;
  const hidden = isRestricted ? hiddenScanIds : hiddenScanIds.unionAll(selectHiddenIds(db, reader));
  return {
    shown: isRestricted ? sql<string[]>`array(${selectIdsReadableByRestricted(db, reader)})` : sql<null>`null::text[]`,
    hidden: sql<string[]>`array(${hidden})`,
  };
}

/** @returns the parts without empty prefixes, which PostgreSQL would reject */
function removeEmptyPrefixes(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => 'words' in part || part.prefix !== '');
}

/** @returns the longest word, which is the most significant word: titles that contain it are ranked first */
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
