/** Content that is no row: generated as a whole, texts, and linked controls. */
import { requireIso27001 } from '../../../domain/frameworks/iso27001.ts';
import type { Handlers } from '../../../contract/types.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { findData } from '../queries/data.ts';
import { detailOf, detailsOf } from '../queries/detail.ts';
import { listDocuments, lockDocuments, reopen, saveNarrative } from '../queries/documents.ts';
import { generate } from '../queries/generation.ts';
import { deleteLink, insertLinks, knownControls } from '../queries/links.ts';
import { wrongShape } from '../refusals.ts';
import { fits, hasNarrative, trimmedNarrative } from '../rules/narratives.ts';
import { templateOf } from '../rules/pack.ts';
import { about, holdEditable } from './editable.ts';

export const content: Pick<
  Handlers<'isms'>,
  'generateIsmsDocument' | 'generateAllIsmsDocuments' | 'replaceIsmsNarrative' | 'linkIsmsDocumentControls' | 'unlinkIsmsDocumentControl'
> = {
  async generateIsmsDocument({ path: { documentId }, db, ports, audit }) {
    const document = await holdEditable(db, documentId);
    if (isRefusal(document)) return document;
    await generate(db, document, await findData(db, document.frameworkId, ports.access.staffEmailDomains));
    audit.did(`Generated ${document.title}`, about(document));
    return { status: 200, body: await detailOf(db, documentId) };
  },

  async generateAllIsmsDocuments({ query: { frameworkId }, db, ports, audit, skipAudit }) {
    const framework = await requireIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    await lockDocuments(db, frameworkId);
    const all = inOrder(await listDocuments(db, frameworkId));
    const open = all.filter(({ status }) => status !== 'needs_review');
    const data = await findData(db, frameworkId, ports.access.staffEmailDomains);
    for (const document of open) {
      await generate(db, document, data);
      audit.did(`Generated ${document.title}`, about(document));
    }
    if (!open.length) skipAudit();
    const done = new Set(open.map(({ id }) => id));
    const details = await detailsOf(
      db,
      inOrder(await listDocuments(db, frameworkId)).filter(({ id }) => done.has(id)),
    );
    return { status: 200, body: { data: details, skipped: all.flatMap(({ id }) => (done.has(id) ? [] : [id])) } };
  },

  async replaceIsmsNarrative({ path: { documentId }, body, db, audit }) {
    const document = await holdEditable(db, documentId);
    if (isRefusal(document)) return document;
    const { type, title } = document;
    if (!hasNarrative(type)) return refusal('isms_narrative_not_found');
    if (!fits(type, body.narrative)) return wrongShape(type);
    const narrative = trimmedNarrative(body.narrative);
    await saveNarrative(db, documentId, narrative);
    await reopen(db, document, 'people');
    audit.did(`Edited the text of ${title}`, about(document));
    return { status: 200, body: { id: documentId, draftNarrative: narrative } };
  },

  async linkIsmsDocumentControls({ path: { documentId }, body: { controlIds }, db, audit, skipAudit }) {
    const document = await holdEditable(db, documentId);
    if (isRefusal(document)) return document;
    const known = await knownControls(db, controlIds);
    const unknown = controlIds.flatMap((id, index) =>
      known.has(id) ? [] : [[`controlIds.${index}`, 'must be a control of the organization'] as const],
    );
    if (unknown.length) return invalid(Object.fromEntries(unknown));
    const count = await insertLinks(db, documentId, [...known]);
    if (count === 0) skipAudit();
    else {
      await reopen(db, document, 'people');
      audit.did(`Linked controls to ${document.title}`, about(document));
    }
    return { status: 200, body: { count } };
  },

  async unlinkIsmsDocumentControl({ path: { documentId, controlId }, db, audit, skipAudit }) {
    const document = await holdEditable(db, documentId);
    if (isRefusal(document)) return document;
    if (!(await knownControls(db, [controlId])).has(controlId)) return refusal('control_not_found');
    const count = await deleteLink(db, documentId, controlId);
    if (count === 0) skipAudit();
    else {
      await reopen(db, document, 'people');
      audit.did(`Unlinked a control from ${document.title}`, about(document));
    }
    return { status: 200, body: { count } };
  },
};

type Listed = Awaited<ReturnType<typeof listDocuments>>;

function inOrder(documents: Listed): Listed {
  return documents.toSorted((one, other) => templateOf(one.type).place - templateOf(other.type).place);
}
