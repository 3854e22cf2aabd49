/** Handlers of document content other than rows: generation, narratives and linked controls. */
import { lockAllLinkable, lockUnlinkable } from '#domain/access/links/linkable';
import { findIso27001 } from '#domain/frameworks/iso27001';
import type { Handlers } from '#contract/types';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findIsmsData } from '../steps/data.ts';
import { detailOf, detailsOf } from '../steps/detail.ts';
import { listDocuments, lockDocuments, reopen, saveNarrative } from '../queries/documents.ts';
import { generate } from '../steps/generation.ts';
import { documentControls } from '../queries/links.ts';
import { narrativeOfOtherType } from '../refusals.ts';
import { isNarrativeOf, hasNarrative } from '../rules/narratives.ts';
import { templateOf } from '../rules/pack.ts';
import { checkGenerationPermissions } from '../rules/source-readers.ts';
import { auditEntityOf, lockEditable } from './editable.ts';

export const content: Pick<
  Handlers<'isms'>,
  'generateIsmsDocument' | 'generateAllIsmsDocuments' | 'replaceIsmsNarrative' | 'linkIsmsDocumentControls' | 'unlinkIsmsDocumentControl'
> = {
  async generateIsmsDocument({ path: { documentId }, db, actor, ports, audit }) {
    const document = await lockEditable(db, documentId);
    if (isRefusal(document)) return document;
    const generationRefusal = checkGenerationPermissions(actor, document.type);
    if (generationRefusal) return generationRefusal;
    await generate(db, document, await findIsmsData(db, document.frameworkId, ports.access.staffEmailDomains));
    audit.performed(`Generated ${document.title}`, auditEntityOf(document));
    return { status: 200, body: await detailOf(db, actor, documentId) };
  },

  async generateAllIsmsDocuments({ query: { frameworkId }, db, actor, ports, audit, skipAudit }) {
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    await lockDocuments(db, frameworkId);
    const allDocuments = sortDocuments(await listDocuments(db, frameworkId));
    const editable = allDocuments.filter(({ status }) => status !== 'needs_review');
    const data = await findIsmsData(db, frameworkId, ports.access.staffEmailDomains);
    for (const document of editable) {
      await generate(db, document, data);
      audit.performed(`Generated ${document.title}`, auditEntityOf(document));
    }
    if (!editable.length) skipAudit();
    const generatedIds = new Set(editable.map(({ id }) => id));
    const details = await detailsOf(
      db,
      actor,
      sortDocuments(await listDocuments(db, frameworkId)).filter(({ id }) => generatedIds.has(id)),
    );
    return { status: 200, body: { data: details, skipped: allDocuments.flatMap(({ id }) => (generatedIds.has(id) ? [] : [id])) } };
  },

  async replaceIsmsNarrative({ path: { documentId }, body, db, audit }) {
    const document = await lockEditable(db, documentId);
    if (isRefusal(document)) return document;
    const { type, title } = document;
    if (!hasNarrative(type)) return refusal('isms_narrative_not_found');
    if (!isNarrativeOf(type, body.narrative)) return narrativeOfOtherType(type);
    const narrative = body.narrative;
    await saveNarrative(db, documentId, narrative);
    await reopen(db, document, 'people');
    audit.performed(`Edited the text of ${title}`, auditEntityOf(document));
    return { status: 200, body: { id: documentId, draftNarrative: narrative } };
  },

  async linkIsmsDocumentControls({ path: { documentId }, body: { controlIds }, db, actor, audit, skipAudit }) {
    const document = await lockEditable(db, documentId);
    if (isRefusal(document)) return document;
    const controls = await lockAllLinkable(db, actor, 'control', {
      field: 'controlIds',
      ids: controlIds,
      withArchived: true,
    });
    if (isRefusal(controls)) return controls;
    const { length: count } = await documentControls.add(db, { document_id: documentId }, controls);
    if (count === 0) skipAudit();
    else {
      await reopen(db, document, 'people');
      audit.performed(`Linked controls to ${document.title}`, auditEntityOf(document));
    }
    return { status: 200, body: { count } };
  },

  async unlinkIsmsDocumentControl({ path: { documentId, controlId }, db, actor, audit, skipAudit }) {
    const document = await lockEditable(db, documentId);
    if (isRefusal(document)) return document;
    const control = await lockUnlinkable(db, actor, 'control', controlId);
    if (!control) return refusal('control_not_found');
    const count = await documentControls.remove(db, { document_id: documentId }, control);
    if (count === 0) skipAudit();
    else {
      await reopen(db, document, 'people');
      audit.performed(`Unlinked a control from ${document.title}`, auditEntityOf(document));
    }
    return { status: 204 };
  },
};

type DocumentList = Awaited<ReturnType<typeof listDocuments>>;

function sortDocuments(documents: DocumentList): DocumentList {
  return documents.toSorted((first, other) => templateOf(first.type).position - templateOf(other.type).position);
}
