/** Handlers of a framework's ISMS documents and their drift, treatment plans and versions. */
import { findIso27001 } from '#domain/frameworks/iso27001';
import { findBands } from '#domain/ratings/bands';
import type { Handlers } from '#contract/types';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findCurrentData } from '../steps/baseline.ts';
import { findIsmsData } from '../steps/data.ts';
import { detailsOf, summariesOf } from '../steps/detail.ts';
import { findDocument } from '../queries/documents.ts';
import { ensureDocuments } from '../steps/setup.ts';
import { findTreatment } from '../queries/treatment.ts';
import { listVersions } from '../queries/versions.ts';
import { documentNotFound } from '../refusals.ts';
import { driftOf } from '../rules/sources.ts';
import { planOf } from '../rules/treatment.ts';
import { auditEntityOf } from './editable.ts';

export const documents: Pick<
  Handlers<'isms'>,
  'listIsmsDocuments' | 'ensureIsmsSetup' | 'getIsmsDocument' | 'getIsmsDocumentDrift' | 'getIsmsRiskTreatment' | 'listIsmsDocumentVersions'
> = {
  async listIsmsDocuments({ query: { frameworkId, type, status }, db }) {
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const summaries = await summariesOf(db, frameworkId);
    const data = summaries.filter((document) => (type?.includes(document.type) ?? true) && (status?.includes(document.status) ?? true));
    return { status: 200, body: { data } };
  },

  async ensureIsmsSetup({ query: { frameworkId }, db, audit, skipAudit }) {
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const isChanged = await ensureDocuments(db, frameworkId);
    const data = await summariesOf(db, frameworkId);
    const [firstDocument] = data;
    // One entry for all documents, under the first one (isms, rule 19).
    if (isChanged && firstDocument) audit.performed('Set up the ISMS documents', auditEntityOf(firstDocument));
    else skipAudit();
    return { status: 200, body: { data } };
  },

  async getIsmsDocument({ path: { documentId }, db, actor }) {
    const document = await findDocument(db, documentId);
    const [detail] = document ? await detailsOf(db, actor, [document]) : [];
    return detail ? { status: 200, body: detail } : documentNotFound();
  },

  async getIsmsDocumentDrift({ path: { documentId }, db, ports }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const data = await findIsmsData(db, document.frameworkId, ports.access.staffEmailDomains);
    return { status: 200, body: driftOf(document.type, document.baseline, await findCurrentData(db, document, data)) };
  },

  async getIsmsRiskTreatment({ path: { documentId }, db }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    if (document.type !== 'risk_treatment_plan') return refusal('isms_not_risk_treatment');
    const [treatment, bands] = await Promise.all([findTreatment(db), findBands(db)]);
    return { status: 200, body: planOf(treatment, bands) };
  },

  async listIsmsDocumentVersions({ path: { documentId }, query, page, db }) {
    const document = await findDocument(db, documentId);
    return document ? { status: 200, page: await listVersions(db, documentId, query, page) } : documentNotFound();
  },
};
