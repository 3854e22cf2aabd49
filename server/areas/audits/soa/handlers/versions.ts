/** Handlers of the versions of an organization's documents. */
import { stateOf } from '#contract/states';
import { soaApprovalStatus } from '#generated/transitions';
import { storedFields } from '#platform/audit/stored';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findIso27001 } from '#domain/frameworks/iso27001';
import type { Handlers } from '#contract/types';
import { copyAnswers } from '../queries/answers.ts';
import { findConfiguration } from '../queries/configurations.ts';
import { visibleAnswers } from '../queries/visible-answers.ts';
import { findDetail } from '../queries/detail.ts';
import { withoutReferences } from '../rules/references.ts';
import { findDocument, findLatestDocument, lockVersions, insertDocument, listDocuments } from '../queries/documents.ts';
import { documentNotFound } from '../refusals.ts';

export const versions: Pick<Handlers<'soa'>, 'listSoaDocuments' | 'createSoaDocument' | 'getSoaDocument'> = {
  async listSoaDocuments({ query, page, db }) {
    return { status: 200, page: await listDocuments(db, query, page) };
  },

  async createSoaDocument({ body, actor, db, audit }) {
    const { frameworkId, copyAnswers: shouldCopy } = body;
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const configuration = await findConfiguration(db, frameworkId);
    if (!configuration) return refusal('soa_not_configured');
    await lockVersions(db);
    const latestDocument = await findLatestDocument(db, frameworkId);
    if (latestDocument?.approvalStatus === 'pending') return refusal('latest_version_pending', stateOf(soaApprovalStatus, 'pending'));
    const id = await insertDocument(db, { frameworkId, configuration, preparedBy: actor.user?.name });
    if (latestDocument && shouldCopy) await copyAnswers(db, latestDocument.id, id, configuration.questions);
    const document = await findDocument(db, id);
    if (!document) throw new Error('the document that was created was not found');
    audit.created(storedFields(body, { ...document }), {
      description: `Created version ${document.version} of the statement of applicability`,
    });
    return { status: 201, body: document };
  },

  async getSoaDocument({ path: { documentId }, db, actor }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const detail = await findDetail(db, document, actor);
    const answers = await visibleAnswers(db, actor, detail.answers);
    return { status: 200, body: { ...detail, answers: answers.map(withoutReferences) } };
  },
};
