/** Handlers of the organization's notes on issues. */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';
import { lockIssue } from '../queries/issues.ts';
import { deleteNote, listNotes, lockNote, saveNote } from '../queries/notes.ts';
import { findTest } from '../queries/tests.ts';
import { normalizeUrl } from '../rules/target.ts';

type Operations = 'listPentestFindingContexts' | 'replacePentestFindingContext' | 'deletePentestFindingContext';

export const contexts: Pick<Handlers<'security-penetration-tests'>, Operations> = {
  async listPentestFindingContexts({ query: { targetUrl, ...filter }, page, db }) {
    return { status: 200, page: await listNotes(db, normalizeUrl(targetUrl), filter, page) };
  },

  async replacePentestFindingContext({ path: { issueId }, body, db, audit, requireVersion }) {
    // Locks the issue, because two concurrent requests could otherwise both create a note.
    const issue = await lockIssue(db, issueId);
    const test = issue && issue.testId === body.testId ? await findTest(db, issue.testId) : undefined;
    if (!issue || !test) return refusal('penetration_test_issue_not_found');
    const before = await lockNote(db, issueId);
    if (before) requireVersion(before);
    const { context } = body;
    const noteToSave = { issueId, testId: issue.testId, target: test.internal.target, issueTitle: issue.title, context };
    const after = await saveNote(db, noteToSave);
    audit.changed(
      { context: before?.context ?? null },
      { context: after.context },
      { description: 'Saved note about penetration test issue', data: { testId: after.testId } },
    );
    return { status: 200, body: after };
  },

  async deletePentestFindingContext({ path: { issueId }, db, audit, requireVersion }) {
    const note = await lockNote(db, issueId);
    if (!note) return refusal('pentest_finding_context_not_found');
    requireVersion(note);
    await deleteNote(db, issueId);
    audit.removed({ context: note.context }, { description: 'Removed note about penetration test issue', data: { testId: note.testId } });
    return { status: 204 };
  },
};
