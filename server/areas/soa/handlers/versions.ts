/** The documents of an organization: one version after the other. */
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { requireIso27001 } from '../../../domain/frameworks/iso27001.ts';
import type { Handlers } from '../../../contract/types.ts';
import { copyAnswers } from '../queries/answers.ts';
import { findConfiguration } from '../queries/configurations.ts';
import { detailOf } from '../queries/detail.ts';
import { withoutReferences } from '../rules/references.ts';
import { findDocument, findLatestDocument, lockVersions, insertDocument, listDocuments } from '../queries/documents.ts';
import { documentNotFound } from '../refusals.ts';

export const versions: Pick<Handlers<'soa'>, 'listSoaDocuments' | 'createSoaDocument' | 'getSoaDocument'> = {
  async listSoaDocuments({ query, page, db }) {
    return { status: 200, page: await listDocuments(db, query, page) };
  },

  async createSoaDocument({ body, actor, db, audit }) {
    const { frameworkId, copyAnswers: copies } = body;
    const framework = await requireIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const configuration = await findConfiguration(db, frameworkId);
    if (!configuration) return refusal('soa_not_configured');
    await lockVersions(db);
    const latest = await findLatestDocument(db, frameworkId);
    if (latest?.approvalStatus === 'pending') return refusal('latest_version_pending');
    const id = await insertDocument(db, { frameworkId, configuration, preparedBy: actor.user?.name });
    if (latest && copies) await copyAnswers(db, latest.id, id, configuration.questions);
    const document = await findDocument(db, id);
    if (!document) throw new Error('the document that was made is not there');
    audit.created(body, { description: `Created version ${document.version} of the statement of applicability` });
    return { status: 201, body: document };
  },

  async getSoaDocument({ path: { documentId }, db }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const detail = await detailOf(db, document);
    return { status: 200, body: { ...detail, answers: detail.answers.map(withoutReferences) } };
  },
};
