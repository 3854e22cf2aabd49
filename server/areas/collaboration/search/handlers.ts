import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { replaceFrameworkIds } from '#domain/retrieval/context/framework-names';
import { formOf, isFormType } from '#domain/evidence-forms/forms/index';
import { isOwnKind } from '#domain/access/records/kinds';
import { findReadableIds } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import { pageUrl } from '#domain/access/targets/pages';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Position } from '#platform/database/page';
import type { Ports } from '#platform/ports/index';
import { refusal } from '#platform/refusals/refusal';
import { type Entry, findEntries, findHits, findSuggestions, type PagePosition } from './queries/entries.ts';
import { parseQuery, wordsIn } from './rules/query.ts';
import { candidatesIn, type Hits, createSnippet, shortTitle } from './rules/snippet.ts';
import { isSearchable, pageOf, pathOf, readableTypes } from './rules/types.ts';

type Schemas = components['schemas'];

/** The number of results that paging can reach (rule 6). */
const maxReachable = 1000;
/** Their titles are the beginning of a field that is searched anyway. */
const untitled: readonly Schemas['SearchableType'][] = ['finding', 'questionnaire_answer', 'manual_answer', 'context', 'comment'];
const hidden = () => refusal('search_types_hidden');

export const search: Handlers<'search'> = {
  async searchRecords({
    query: { q, type, ...filter },
    page: { limit = maxReachable, after, count, sortBy, sortOrder },
    actor,
    db,
    ports,
  }) {
    const readable = readableTypes(actor, type);
    if (type && !readable.types.length) return hidden();
    const query = parseQuery(q);
    const { seen, place } = parsePosition(after);
    const pageSize = Math.min(limit, maxReachable - seen);
    const found = await findEntries(db, actor, {
      query,
      filter,
      readable,
      newest: sortBy === 'updatedAt',
      upwards: sortOrder === 'asc',
      after: place,
      most: pageSize + 1,
    });
    const entries = await withReadableParents(db, actor, await readableEntries(db, found.entries.slice(0, pageSize)));
    const texts = entries.flatMap(({ title, texts: fields }) => [title, ...fields.map(([, text]) => text)]);
    const hits = await findHits(db, candidatesIn(texts, query.terms), query.terms);
    const last = entries.at(-1);
    const reachedCount = seen + entries.length;
    const hasMore = last !== undefined && found.entries.length > pageSize && reachedCount < maxReachable;
    return {
      status: 200,
      page: {
        rows: entries.map((entry) => resultOf(entry, { hits, best: found.best, exact: query.exact, ports, db })),
        next: hasMore ? { at: JSON.stringify([last.key, last.back, reachedCount]), id: last.id } : undefined,
        total: count ? found.total : undefined,
      },
      extraMembers: { facets: found.facets },
    };
  },

  async listSearchSuggestions({ query: { q, type, limit = 8 }, actor, db }) {
    const readable = readableTypes(actor, type);
    if (type && !readable.types.length) return hidden();
    const typed = q.normalize('NFC');
    const recordId = /^[a-z]+(?:_[a-z]+)*_[0-9a-f]*$/.test(typed) ? typed : undefined;
    const found = await findSuggestions(db, actor, readable, { beginnings: wordsIn(typed), recordId, beginning: typed, most: limit });
    return {
      status: 200,
      body: {
        data: found.map((suggestion) => ({
          type: suggestion.type,
          id: suggestion.id,
          title: shortTitle(titleOf(suggestion)),
          url: pathOf(suggestion),
        })),
      },
    };
  },
};

/** The position of the last record on the previous page, and the number of records up to it. */
function parsePosition(after: Position | undefined): { readonly seen: number; readonly place: PagePosition | undefined } {
  if (!after) return { seen: 0, place: undefined };
  const [key, back, seen]: unknown[] = JSON.parse(String(after.at));
  if (typeof key !== 'number' || typeof back !== 'number' || typeof seen !== 'number')
    throw new Error('the signed cursor belongs to another list');
  return { seen, place: { key, back, id: after.id } };
}

/** The entries in readable form: context has the names of frameworks instead of their ids (context, rule 2). */
async function readableEntries(db: OrganizationDatabase, entries: readonly Entry[]): Promise<Entry[]> {
  const texts = entries.flatMap(({ type, texts: fields }) => (type === 'context' ? fields.map(([, text]) => text) : []));
  const named = await replaceFrameworkIds(db, texts);
  const names = new Map(texts.map((text, index) => [text, named[index] ?? text]));
  return entries.map((entry) => ({
    ...entry,
    title: titleOf(entry),
    texts: entry.texts.map(([name, text]) => [name, entry.type === 'context' ? (names.get(text) ?? text) : text] as const),
  }));
}

/** The same entries without the titles of parents that the caller may not read (rule 2). */
async function withReadableParents(db: OrganizationDatabase, reader: Reader, entries: readonly Entry[]): Promise<Entry[]> {
  const readable = new Set<string>();
  const kinds = Map.groupBy(entries, ({ parentType }) => parentType ?? '');
  for (const [kind, children] of kinds) {
    const ids = children.flatMap(({ parentId }) => parentId ?? []);
    if (isOwnKind(kind)) for (const id of await findReadableIds(db, reader, kind, ids)) readable.add(id);
  }
  return entries.map((entry) => (readable.has(entry.parentId ?? '') ? entry : { ...entry, parentTitle: null }));
}

/** Submissions have the title of their form. */
function titleOf({ title, formType }: Pick<Entry, 'title' | 'formType'>): string {
  return formType !== null && isFormType(formType) ? formOf(formType).title : title;
}

interface ResultContext {
  readonly hits: Hits;
  readonly best: number;
  readonly exact: string | undefined;
  readonly ports: Pick<Ports, 'appUrl'>;
  readonly db: Pick<OrganizationDatabase, 'organizationId'>;
}

function resultOf(entry: Entry, { hits, best, exact, ports, db }: ResultContext): Schemas['SearchResult'] {
  const { type, id, rank, status, department, assigneeId, createdAt, updatedAt } = entry;
  const { title, snippet, highlights, matched } = createSnippet(entry.title, entry.texts, hits);
  const isExact = id === exact;
  const page = pageOf(entry);
  return {
    type,
    id,
    title,
    snippet,
    highlights,
    matchedFields: [...(isExact ? ['id'] : []), ...matched.filter((name) => name !== 'title' || !untitled.includes(type))],
    score: isExact || rank >= best ? 1 : Math.max(0, rank / best),
    status,
    department,
    assigneeId,
    parent: parentOf(entry),
    url: pathOf(entry),
    appUrl: page === undefined ? null : pageUrl(ports, db.organizationId, page),
    createdAt,
    updatedAt,
  };
}

function parentOf({ parentType, parentId, parentTitle }: Entry): Schemas['SearchParent'] | null {
  if (parentType === null || parentId === null || parentTitle === null || !isSearchable(parentType)) return null;
  return { type: parentType, id: parentId, title: shortTitle(parentTitle) };
}
