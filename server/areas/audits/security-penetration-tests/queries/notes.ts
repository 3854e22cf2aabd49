/** Queries of the organization's notes on the issues of a target. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

type Note = components['schemas']['PentestFindingContext'];

const columns = [
  ...columnsOf(
    'pentest_finding_context',
    'id',
    'organizationId',
    'issueId',
    'testId',
    'issueTitle',
    'context',
    'createdAt',
    'updatedAt',
    'version',
  ),
  'pentest_finding_context.target as targetUrl',
] as const;

type Filter = Omit<FilterOf<'listPentestFindingContexts'>, 'targetUrl'>;
const sortKeys = {
  createdAt: 'pentest_finding_context.created_at',
  updatedAt: 'pentest_finding_context.updated_at',
  issueTitle: 'pentest_finding_context.issue_title',
} as const;

const pagedNotes = PagedList.of((db, param: Params<{ readonly target: string }>) =>
  db.selectFrom('pentest_finding_context').select(columns).where('target', '=', param('target')),
).filteredBy<Filter>({
  search: contains('pentest_finding_context.issue_title', 'pentest_finding_context.context'),
  ids: anyOf('pentest_finding_context.id'),
});

/** Lists the notes on a target. */
export function listNotes(
  db: OrganizationDatabase,
  target: string,
  filter: Filter,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Note>> {
  return pagedNotes.page(db, { target, ...filter }, { by: sortKeys[page.sortBy], id: 'pentest_finding_context.id' }, page);
}

/** Limits the number of notes, because reports and briefings contain all of them in one text. */
const maxNotes = 1_000;

/** @returns up to 1,000 notes on a target, oldest first */
export function listNotesAbout(db: OrganizationDatabase, target: string): Promise<Note[]> {
  return db
    .selectFrom('pentest_finding_context')
    .select(columns)
    .where('target', '=', target)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxNotes)
    .execute();
}

/** @returns the note on an issue, locked until the transaction ends */
export function lockNote(db: OrganizationDatabase, issueId: string): Promise<Note | undefined> {
  return db.selectFrom('pentest_finding_context').select(columns).where('issue_id', '=', issueId).forUpdate().executeTakeFirst();
}

interface NoteToSave {
  readonly issueId: string;
  readonly testId: string;
  readonly target: string;
  readonly issueTitle: string;
  readonly context: string;
}

export function saveNote(db: OrganizationDatabase, { issueId, testId, target, issueTitle, context }: NoteToSave): Promise<Note> {
  return db
    .insertInto('pentest_finding_context')
    .values({ id: newId('ptfc'), issue_id: issueId, test_id: testId, target, issue_title: issueTitle, context })
    .onConflict((conflict) => conflict.columns(['organization_id', 'issue_id']).doUpdateSet({ context, issue_title: issueTitle }))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteNote(db: OrganizationDatabase, issueId: string): Promise<void> {
  await db.deleteFrom('pentest_finding_context').where('issue_id', '=', issueId).execute();
}
