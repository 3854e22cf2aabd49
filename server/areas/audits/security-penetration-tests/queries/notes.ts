/** Queries of the organization's notes on the issues of a target. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
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

const pagedNotes = PagedList.of((db, param: Params<{ readonly target: string }>) =>
  db.selectFrom('pentest_finding_context').select(columns).where('target', '=', param('target')),
);

/** Lists the notes on a target, oldest first. */
export async function listNotes(db: OrganizationDatabase, target: string, page: PageRequest): Promise<Page<Note>> {
  const order = { by: 'pentest_finding_context.created_at', id: 'pentest_finding_context.id' } as const;
  return mapPage(await pagedNotes.page(db, { target }, order, { ...page, sortOrder: 'asc' }), (note) => note);
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
