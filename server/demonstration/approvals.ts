/** Creates approvals of tasks, policies and the Statement of Applicability. `isms.ts` creates the approvals of ISMS documents. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { findApprovedContent as policyContent } from '#areas/compliance-program/policies/queries/approved-content';
import { findPolicy } from '#areas/compliance-program/policies/queries/rows';
import { findVersion } from '#areas/compliance-program/policies/queries/versions';
import { findDetail } from '#areas/audits/soa/queries/detail';
import { findDocument } from '#areas/audits/soa/queries/documents';
import { approvedContent as statementContent } from '#areas/audits/soa/rules/statement';
import { latestApproval } from '#domain/approvals/views';
import { contentHash } from '#domain/approvals/content-hash';
import { type ApprovalRecord, endPending, insertPending } from '#domain/approvals/stored';
import { everyMember } from '#domain/access/records/rows';
import { findApprovedContents } from '#domain/tasks/approved-content';
import type { OrganizationDatabase } from '#platform/database/handle';
import { runAsOrganization } from './as-organization.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';

export async function insertApprovals(db: Transaction<SystemTables>, { organizationId }: DemoContext, members: Members): Promise<void> {
  const noor = members.of('noor').id;
  await runAsOrganization(db, organizationId, async (organizationDb) => {
    const tasks = await organizationDb
      .selectFrom('task')
      .select(['id', 'title', 'description', 'not_relevant_justification as notRelevantJustification'])
      .select(['assignee_id as assigneeId', 'approver_id as approverId', 'updated_at as updatedAt'])
      .where('status', '=', 'in_review')
      .execute();
    const contents = await findApprovedContents(organizationDb, tasks);
    for (const { id, assigneeId, approverId, updatedAt } of tasks)
      await insertSubmission(organizationDb, { kind: 'task', id }, contents.get(id) ?? {}, { by: assigneeId, approverId, at: updatedAt });

    const policies = await organizationDb
      .selectFrom('policy')
      .select(['id', 'pending_version_id as versionId', 'approver_id as approverId', 'updated_at as updatedAt'])
      .where('pending_version_id', 'is not', null)
      .execute();
    for (const { id, versionId, approverId, updatedAt } of policies) {
      const policy = required(await findPolicy(organizationDb, id), id);
      const version = required(await findVersion(organizationDb, id, versionId ?? ''), id);
      const content = await policyContent(organizationDb, policy, version);
      await insertSubmission(organizationDb, { kind: 'policyVersion', id: version.id }, content, { by: noor, approverId, at: updatedAt });
    }

    const statements = await organizationDb.selectFrom('soa_document').select('id').where('approved_at', 'is not', null).execute();
    for (const { id } of statements) {
      const document = required(await findDocument(organizationDb, id), id);
      const content = statementContent(await findDetail(organizationDb, document, everyMember));
      const { approverId, submittedAt, approvedAt } = document;
      await insertSubmission(organizationDb, { kind: 'soaDocument', id }, content, { by: noor, approverId, at: submittedAt ?? '' });
      const submission = required(await latestApproval(organizationDb, 'soaDocument', id), id);
      await endPending(organizationDb, submission.id, { status: 'approved', decidedById: approverId, decidedAt: approvedAt ?? '' });
    }
  });
}

interface Submission {
  readonly by: string | null;
  readonly approverId: string | null;
  readonly at: string;
}

function insertSubmission(
  organizationDb: OrganizationDatabase,
  record: ApprovalRecord,
  content: object,
  { by: submitterId, approverId, at: submittedAt }: Submission,
): Promise<void> {
  return insertPending(organizationDb, record, {
    contentHash: contentHash(content),
    submittedById: submitterId,
    submittedWithKeyOfId: null,
    via: null,
    approverId,
    submittedAt,
  });
}
