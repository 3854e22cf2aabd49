/** Asks the index, which is the database's own (0049_search.sql): triggers write it, and three functions read it. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { idsOfHiddenScans } from '../../../domain/clouds/hidden-scans.ts';
import { idsOfHiddenPolicies, idsShownTo } from '../../../domain/targets/shown.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Part, Query, Term } from '../rules/query.ts';
import type { Hits } from '../rules/snippet.ts';
import type { Placed, Readable, SearchableType } from '../rules/types.ts';

type Schemas = components['schemas'];
type Caller = Pick<Actor, 'memberId' | 'restrictedTo'>;

/** Where a page begins: after the record with these keys of the order. */
export interface Place {
  readonly key: number;
  readonly back: number;
  readonly id: string;
}

/** A record as the index has it. */
export interface Entry extends Placed, Place {
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

export interface Found {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly facets: Schemas['SearchFacets'];
  /** The best rank but that of a record whose id was typed. */
  readonly best: number;
}

interface Wanted {
  readonly query: Query;
  readonly filter: Omit<FilterOf<'searchRecords'>, 'q' | 'type'>;
  readonly readable: Readable;
  readonly newest: boolean;
  readonly upwards: boolean;
  readonly after: Place | undefined;
  readonly most: number;
}

/** Finds one page, and counts all matches. What the caller may not read is neither found nor counted. */
export async function findEntries(
  db: OrganizationDatabase,
  caller: Caller,
  { query: { alternatives, terms, exact }, filter, readable, newest, upwards, after, most }: Wanted,
): Promise<Found> {
  const { shown, hidden } = conditions(db, caller);
  const found = sql<Row>`search_entries(${JSON.stringify(alternatives.map(usable))}::jsonb, ${exact ?? null}::text, ${longestOf(terms)}::text,
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

/** What somebody has begun to type. */
interface Beginning {
  /** Words that words of the title begin with. */
  readonly beginnings: readonly string[];
  /** What the id begins with, in place of the words. */
  readonly recordId: string | undefined;
  /** What a title begins with that comes before others. */
  readonly beginning: string;
  readonly most: number;
}

/** Records whose titles have words that begin so, best first. */
export async function findSuggestions(
  db: OrganizationDatabase,
  caller: Caller,
  readable: Readable,
  { beginnings, recordId, beginning, most }: Beginning,
): Promise<(Placed & { readonly title: string })[]> {
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

/** Which of the words are found by the terms. */
export async function findHits(db: OrganizationDatabase, words: readonly string[], terms: readonly Term[]): Promise<Hits> {
  const hits = new Map<string, Set<number>>();
  if (!words.length || !terms.length) return hits;
  const found = sql<{ word: string; term: number }>`search_hits(${[...words]}::text[], ${JSON.stringify(terms)}::jsonb)`;
  for (const { word, term } of await db.selectFrom(found.as('found')).selectAll().execute())
    hits.set(word, (hits.get(word) ?? new Set()).add(term));
  return hits;
}

/** What of the records with the permission the caller reads: of a restricted one what is shown, of others what is not hidden. */
function conditions(db: OrganizationDatabase, { memberId, restrictedTo }: Caller) {
  const scans = idsOfHiddenScans(db);
  const hidden = memberId === undefined || restrictedTo !== undefined ? scans : scans.unionAll(idsOfHiddenPolicies(db, memberId));
  return {
    shown: restrictedTo === undefined ? sql<null>`null::text[]` : sql<string[]>`array(${idsShownTo(db, restrictedTo)})`,
    hidden: sql<string[]>`array(${hidden})`,
  };
}

/** Without prefixes of which nothing is left, as PostgreSQL would refuse them. */
function usable(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => 'words' in part || part.prefix !== '');
}

/** The word that says most: titles that have it are ranked first. */
function longestOf(terms: readonly Term[]): string {
  return terms.reduce((longest, { word }) => (word.length > longest.length ? word : longest), '').toLowerCase();
}

/** A row of `search_entries`: all but the counts is null when there is no record on the page. */
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
