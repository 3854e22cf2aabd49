/** Handlers that list issues, and that store decisions about them. */
import type { Handlers } from '#contract/types';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { saveDecision, findIssue, listIssues, lockIssue } from '../queries/issues.ts';
import { findTest } from '../queries/tests.ts';
import { lacksReason } from '../rules/changes.ts';

export const issues: Pick<Handlers<'security-penetration-tests'>, 'listPenetrationTestIssues' | 'updatePenetrationTestIssue'> = {
  async listPenetrationTestIssues({ path, query, page, db }) {
    if (!(await findTest(db, path.id))) return refusal('penetration_test_not_found');
    return { status: 200, page: await listIssues(db, path.id, query, page) };
  },

  async updatePenetrationTestIssue({ path, body, db, actor, audit, requireVersion }) {
    const reason = body.reason || null;
    if (lacksReason(body.status, reason)) return invalid({ reason: fieldErrors.required('for this status') });
    const before = await lockIssue(db, path.issueId);
    if (!before) return refusal('penetration_test_issue_not_found');
    requireVersion(before);
    await saveDecision(db, before.id, { status: body.status, reason }, actor);
    const after = await findIssue(db, before.id);
    if (!after) return refusal('penetration_test_issue_not_found');
    audit.changed(
      { status: before.status, statusReason: before.statusReason },
      { status: after.status, statusReason: after.statusReason },
      { description: 'Set status of penetration test issue', data: { testId: after.testId, title: after.title } },
    );
    return { status: 200, body: after };
  },
};
