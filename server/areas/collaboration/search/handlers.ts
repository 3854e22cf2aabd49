/** Handles search requests (spec/areas/collaboration/search). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { replaceFrameworkIds } from '#domain/retrieval/context/framework-names';
import { formOf, isFormType } from '#domain/evidence-forms/forms/index';
import { isOwnKind } from '#domain/access/records/kinds';
import { findReadableIds } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import { pathOf } from '#domain/access/targets/paths';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Position } from '#platform/database/page';
import { type LinkPorts, pageUrl } from '#platform/links/page-url';
import { refusal } from '#platform/refusals/refusal';
import { type Entry, findEntries, findHits, findSuggestions, type PagePosition } from './queries/entries.ts';
import { parseQuery, wordsIn } from './rules/query.ts';
import { candidatesIn, type Hits, createSnippet, shortTitle } from './rules/snippet.ts';
import { type Addressable, isSearchable, readableTypes, recordOf } from './rules/types.ts';

type Schemas = components['schemas'];

/** The maximum number of results that paging can reach (rule 6). */
const maxReachable = 1000;
/** Types without titles. Their results show the beginning of a field as the title, and the field itself is searched, too. */
const typesWithoutTitle: readonly Schemas['SearchableType'][] = ['finding', 'questionnaire_answer', 'manual_answer', 'context', 'comment'];
const hiddenTypesRefusal = () => refusal('search_types_hidden');

export const search: Handlers<'search'> = {
  async searchRecords({
    query: { q, type, ...filter },
    page: { limit = maxReachable, after, count, sortBy, sortOrder },
    actor,
    db,
    ports,
  }) {
    const readableScope = readableTypes(actor, type);
    if (type && !readableScope.types.length) return hiddenTypesRefusal();
    const query = parseQuery(q);
    const { seen, place: position } = parsePosition(after);
    const pageSize = Math.min(limit, maxReachable - seen);
    const foundPage = await findEntries(db, actor, {
      query,
      filter,
      readable: readableScope,
      newest: sortBy === 'updatedAt',
      upwards: sortOrder === 'asc',
      after: position,
      limit: pageSize + 1,
    });
    const entries = await withReadableParents(db, actor, await withReadableTexts(db, foundPage.entries.slice(0, pageSize)));
    const texts = entries.flatMap(({ title, texts: fields }) => [title, ...fields.map(([, text]) => text)]);
    const hits = await findHits(db, candidatesIn(texts, query.terms), query.terms);
    const lastEntry = entries.at(-1);
    const reachedCount = seen + entries.length;
    const hasMore = lastEntry !== undefined && foundPage.entries.length > pageSize && reachedCount < maxReachable;
    return {
      status: 200,
      page: {
        rows: entries.map((entry) => resultOf(entry, { hits, best: foundPage.best, exact: query.exact, ports, db })),
        next: hasMore ? { at: JSON.stringify([lastEntry.key, lastEntry.back, reachedCount]), id: lastEntry.id } : undefined,
        total: count ? foundPage.total : undefined,
      },
      extraMembers: { facets: foundPage.facets },
    };
  },

  async listSearchSuggestions({ query: { q, type, limit = 8 }, actor, db }) {
    const readableScope = readableTypes(actor, type);
    if (type && !readableScope.types.length) return hiddenTypesRefusal();
    const typedText = q.normalize('NFC');
    const recordId = /^[a-z]+(?:_[a-z]+)*_[0-9a-f]*$/.test(typedText) ? typedText : undefined;
    const suggestions = await findSuggestions(db, actor, readableScope, {
      beginnings: wordsIn(typedText),
      recordId,
      beginning: typedText,
      limit,
    });
    return {
      status: 200,
      body: {
        data: suggestions.map((suggestion) => ({
          type: suggestion.type,
          id: suggestion.id,
          title: shortTitle(titleOf(suggestion)),
          url: urlOf(suggestion),
        })),
      },
    };
  },
};

/** @returns the position of the last record on the previous page, and the number of records on all previous pages */
function parsePosition(after: Position | undefined): { readonly seen: number; readonly place: PagePosition | undefined } {
  if (!after) return { seen: 0, place: undefined };
  const [key, back, seen]: unknown[] = JSON.parse(String(after.at));
  if (typeof key !== 'number' || typeof back !== 'number' || typeof seen !== 'number')
    throw new Error('the signed cursor belongs to another list');
  return { seen, place: { key, back, id: after.id } };
}

/** Replaces framework ids with names in the texts of context entries (context, rule 2), and sets the titles of submissions. */
async function withReadableTexts(db: OrganizationDatabase, entries: readonly Entry[]): Promise<Entry[]> {
  const texts = entries.flatMap(({ type, texts: fields }) => (type === 'context' ? fields.map(([, text]) => text) : []));
  const replacedTexts = await replaceFrameworkIds(db, texts);
  const replacements = new Map(texts.map((text, index) => [text, replacedTexts[index] ?? text]));
  return entries.map((entry) => ({
    ...entry,
    title: titleOf(entry),
    texts: entry.texts.map(([name, text]) => [name, entry.type === 'context' ? (replacements.get(text) ?? text) : text] as const),
  }));
}

/** Removes the titles of parents that the caller may not read (rule 2). */
async function withReadableParents(db: OrganizationDatabase, reader: Reader, entries: readonly Entry[]): Promise<Entry[]> {
  const readableIds = new Set<string>();
  const kinds = Map.groupBy(entries, ({ parentType }) => parentType ?? '');
  for (const [kind, children] of kinds) {
    const ids = children.flatMap(({ parentId }) => parentId ?? []);
    if (isOwnKind(kind)) for (const id of await findReadableIds(db, reader, kind, ids)) readableIds.add(id);
  }
  return entries.map((entry) => (readableIds.has(entry.parentId ?? '') ? entry : { ...entry, parentTitle: null }));
}

/** @returns the title of the entry; the title of a submission is the title of its form */
function titleOf({ title, formType }: Pick<Entry, 'title' | 'formType'>): string {
  return formType !== null && isFormType(formType) ? formOf(formType).title : title;
}

interface ResultContext {
  readonly hits: Hits;
  readonly best: number;
  readonly exact: string | undefined;
  readonly ports: LinkPorts;
  readonly db: Pick<OrganizationDatabase, 'organizationId'>;
}

function resultOf(entry: Entry, { hits, best, exact, ports, db }: ResultContext): Schemas['SearchResult'] {
  const { type, id, rank, status, department, assigneeId, createdAt, updatedAt } = entry;
  const { title, snippet, highlights, matched } = createSnippet(entry.title, entry.texts, hits);
  const isExact = id === exact;
  return {
    type,
    id,
    title,
    snippet,
    highlights,
    matchedFields: [...(isExact ? ['id'] : []), ...matched.filter((name) => name !== 'title' || !typesWithoutTitle.includes(type))],
    score: isExact || rank >= best ? 1 : Math.max(0, rank / best),
    status,
    department,
    assigneeId,
    parent: parentOf(entry),
    url: urlOf(entry),
    appUrl: pageUrl(ports, db.organizationId, recordOf(entry)),
    createdAt,
    updatedAt,
  };
}

function urlOf(entry: Addressable): string {
  return pathOf(recordOf(entry)) ?? '/v1/search';
}

function parentOf({ parentType, parentId, parentTitle }: Entry): Schemas['SearchParent'] | null {
  if (parentType === null || parentId === null || parentTitle === null || !isSearchable(parentType)) return null;
  return { type: parentType, id: parentId, title: shortTitle(parentTitle) };
}
