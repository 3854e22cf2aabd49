/** Files that show how somebody was taken on, or left: attachments of the member (spec/areas/people, rule 14). */
import type { components } from '../../../../generated/api.d.ts';
import { folderOf, insertAttachment, kindOf, linkWorks } from '../../../domain/attachments/attachments.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { deleteEvidence, type EvidenceRow, listEvidence } from '../queries/evidence.ts';
import { findMember } from '../queries/record.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
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
    if (!uploader) return invalid({ userId: notActive });
    const owner = ownerOf(path);
    const file = await acceptFile(context, body, { purpose: 'attachment' }, folderOf(owner));
    if (!isAccepted(file)) return file;

    const row = await insertAttachment(db, file, { ...owner, uploadedById: uploader.userId, description: body.description });
    audit.created({ [path.eventType]: `${file.name} (${file.size} bytes)` }, { description: 'Uploaded employment evidence' });
    return { status: 201, body: evidenceOf(row, ports.files) };
  },

  async deleteEmploymentEvidence({ path, db, audit }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    const gone = await deleteEvidence(db, ownerOf(path), path.attachmentId);
    if (!gone) return refusal('employment_evidence_not_found');
    audit.removed({ [path.eventType]: `${gone.name} (${gone.size} bytes)` }, { description: 'Deleted employment evidence' });
    return { status: 204 };
  },
};

function ownerOf({ id, eventType }: { readonly id: string; readonly eventType: keyof typeof entityTypes }) {
  return { entityType: entityTypes[eventType], entityId: id };
}

function evidenceOf({ id, name, mimeType, size, fileKey, createdAt }: EvidenceRow, files: Files): Evidence {
  return { id, name, type: kindOf(mimeType), size, downloadUrl: files.link(fileKey, linkWorks), createdAt };
}
