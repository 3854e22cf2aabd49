import type { components } from '../../../generated/api.d.ts';
import type { Handlers } from '../../contract/types.ts';
import { withFrameworkNames } from '../../domain/context/framework-names.ts';
import { formOf, isFormType } from '../../domain/evidence-forms/forms/index.ts';
import { addressOf } from '../../domain/targets/pages.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { Position } from '../../platform/database/page.ts';
import type { Ports } from '../../platform/ports/index.ts';
import { refusal } from '../../platform/refusals/refusal.ts';
import { type Entry, findEntries, findHits, findSuggestions, type Place } from './queries/entries.ts';
import { parseQuery, wordsIn } from './rules/query.ts';
import { candidatesIn, type Hits, show, shortTitle } from './rules/snippet.ts';
import { isSearchable, pageOf, pathOf, readableTo } from './rules/types.ts';

type Schemas = components['schemas'];

/** Results that can be reached (rule 6). */
const mostReached = 1000;
/** Their titles are the beginnings of a field, which counts already. */
const untitled: readonly Schemas['SearchableType'][] = ['finding', 'questionnaire_answer', 'manual_answer', 'context', 'comment'];
const hidden = () => refusal('search_types_hidden');

export const search: Handlers<'search'> = {
  async searchRecords({ query: { q, type, ...filter }, page: { limit = mostReached, after, count, sortBy, sortOrder }, actor, db, ports }) {
    const readable = readableTo(actor, type);
    if (type && !readable.types.length) return hidden();
    const query = parseQuery(q);
    const { seen, place } = begun(after);
    const most = Math.min(limit, mostReached - seen);
    const found = await findEntries(db, actor, {
      query,
      filter,
      readable,
      newest: sortBy === 'updatedAt',
      upwards: sortOrder === 'asc',
      after: place,
      most: most + 1,
    });
    const entries = await asRead(db, found.entries.slice(0, most));
    const texts = entries.flatMap(({ title, texts: fields }) => [title, ...fields.map(([, text]) => text)]);
    const hits = await findHits(db, candidatesIn(texts, query.terms), query.terms);
    const last = entries.at(-1);
    const reached = seen + entries.length;
    const goesOn = last !== undefined && found.entries.length > most && reached < mostReached;
    return {
      status: 200,
      page: {
        rows: entries.map((entry) => resultOf(entry, { hits, best: found.best, exact: query.exact, ports, db })),
        next: goesOn ? { at: JSON.stringify([last.key, last.back, reached]), id: last.id } : undefined,
        total: count ? found.total : undefined,
      },
      beside: { facets: found.facets },
    };
  },

  async listSearchSuggestions({ query: { q, type, limit = 8 }, actor, db }) {
    const readable = readableTo(actor, type);
    if (type && !readable.types.length) return hidden();
    const typed = q.trim().normalize('NFC');
    const recordId = /^[a-z]+(?:_[a-z]+)*_[0-9a-f]*$/.test(typed) ? typed : undefined;
    const found = await findSuggestions(db, actor, readable, { beginnings: wordsIn(typed), recordId, beginning: typed, most: limit });
    return {
      status: 200,
      body: { data: found.map((one) => ({ type: one.type, id: one.id, title: shortTitle(titleOf(one)), url: pathOf(one) })) },
    };
  },
};

/** The place of the last record of the page before, and how many there were up to it. */
function begun(after: Position | undefined): { readonly seen: number; readonly place: Place | undefined } {
  if (!after) return { seen: 0, place: undefined };
  const [key, back, seen]: unknown[] = JSON.parse(String(after.at));
  if (typeof key !== 'number' || typeof back !== 'number' || typeof seen !== 'number') throw new Error('a signed cursor of another kind');
  return { seen, place: { key, back, id: after.id } };
}

/** The records as people read them: context has the names of frameworks in place of their ids (spec/areas/context, rule 2). */
async function asRead(db: OrganizationDatabase, entries: readonly Entry[]): Promise<Entry[]> {
  const texts = entries.flatMap(({ type, texts: fields }) => (type === 'context' ? fields.map(([, text]) => text) : []));
  const named = await withFrameworkNames(db, texts);
  const names = new Map(texts.map((text, index) => [text, named[index] ?? text]));
  return entries.map((entry) => ({
    ...entry,
    title: titleOf(entry),
    texts: entry.texts.map(([name, text]) => [name, entry.type === 'context' ? (names.get(text) ?? text) : text] as const),
  }));
}

/** Submissions are called like their form. */
function titleOf({ title, formType }: Pick<Entry, 'title' | 'formType'>): string {
  return formType !== null && isFormType(formType) ? formOf(formType).title : title;
}

interface Sight {
  readonly hits: Hits;
  readonly best: number;
  readonly exact: string | undefined;
  readonly ports: Pick<Ports, 'appUrl'>;
  readonly db: Pick<OrganizationDatabase, 'organizationId'>;
}

function resultOf(entry: Entry, { hits, best, exact, ports, db }: Sight): Schemas['SearchResult'] {
  const { type, id, rank, status, department, assigneeId, createdAt, updatedAt } = entry;
  const { title, snippet, highlights, matched } = show(entry.title, entry.texts, hits);
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
    appUrl: page === undefined ? null : addressOf(ports, db.organizationId, page),
    createdAt,
    updatedAt,
  };
}

function parentOf({ parentType, parentId, parentTitle }: Entry): Schemas['SearchParent'] | null {
  if (parentType === null || parentId === null || parentTitle === null || !isSearchable(parentType)) return null;
  return { type: parentType, id: parentId, title: shortTitle(parentTitle) };
}
