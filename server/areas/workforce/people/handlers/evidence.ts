/** Lists, uploads and deletes files about the onboarding or offboarding of members. They are stored as attachments (people, rule 14). */
import type { components } from '#generated/api';
import { attachmentFolder, insertAttachment, attachmentTypeOf, linkLifetimeSeconds } from '#domain/collaboration/attachments/attachments';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { acceptFile, isAccepted } from '#documents/files/receive';
import type { Files } from '#platform/ports/files';
import { deleteEvidence, type EvidenceRow, listEvidence } from '../queries/evidence.ts';
import { findMember } from '../queries/record.ts';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { memberNotFound } from '../refusals.ts';

type Evidence = components['schemas']['EmploymentEvidence'];
const entityTypes = { onboard: 'employment_onboard', offboard: 'employment_offboard' } as const;

export const evidence: Pick<Handlers<'people'>, 'listEmploymentEvidence' | 'uploadEmploymentEvidence' | 'deleteEmploymentEvidence'> = {
  async listEmploymentEvidence({ path, db, ports: { files } }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    const rows = await listEvidence(db, ownerOf(path));
    return { status: 200, body: { data: rows.map((row) => evidenceOf(row, files)) } };
  },

  async uploadEmploymentEvidence({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const member = await findMember(db, path.id);
    if (!member) return memberNotFound();
    const uploader = await findActingMember(db, actor, body.userId);
    if (!uploader) return invalid({ userId: inactiveMember });
    const owner = ownerOf(path);
    const file = await acceptFile({ ...context, actor }, body, { purpose: 'attachment' }, attachmentFolder(owner));
    if (!isAccepted(file)) return file;

    const row = await insertAttachment(db, file, {
      ...owner,
      uploadedById: uploader.userId,
      via: uploader.via,
      description: body.description,
    });
    audit.created({ [path.eventType]: `${file.name} (${file.size} bytes)` }, { description: 'Uploaded employment evidence' });
    return { status: 201, body: evidenceOf(row, ports.files) };
  },

  async deleteEmploymentEvidence({ path, db, audit, requireVersion }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    const deletedFile = await deleteEvidence(db, ownerOf(path), path.attachmentId);
    if (!deletedFile) return refusal('employment_evidence_not_found');
    requireVersion(deletedFile);
    audit.removed({ [path.eventType]: `${deletedFile.name} (${deletedFile.size} bytes)` }, { description: 'Deleted employment evidence' });
    return { status: 204 };
  },
};

function ownerOf({ id, eventType }: { readonly id: string; readonly eventType: keyof typeof entityTypes }) {
  return { entityType: entityTypes[eventType], entityId: id };
}

function evidenceOf({ id, name, mimeType, size, fileKey, createdAt, version }: EvidenceRow, files: Files): Evidence {
  return { id, name, type: attachmentTypeOf(mimeType), size, downloadUrl: files.link(fileKey, linkLifetimeSeconds), createdAt, version };
}
