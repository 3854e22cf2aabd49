/** Files that show how somebody was taken on, or left: attachments of the member (spec/areas/people, rule 14). */
import type { components } from '../../../../generated/api.d.ts';
import type { Attachment } from '../../../../generated/database.d.ts';
import { folderOf, kindOf, linkWorks } from '../../../domain/attachments/attachments.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { findMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';

type Evidence = components['schemas']['EmploymentEvidence'];
const entityTypes = { onboard: 'employment_onboard', offboard: 'employment_offboard' } as const satisfies Record<
  string,
  Attachment['entity_type']
>;

export const evidence: Pick<Handlers<'people'>, 'listEmploymentEvidence' | 'uploadEmploymentEvidence' | 'deleteEmploymentEvidence'> = {
  async listEmploymentEvidence({ path, db, ports: { files } }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    const rows = await db
      .selectFrom('attachment')
      .select(columns)
      .where('entity_type', '=', entityTypes[path.eventType])
      .where('entity_id', '=', path.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return { status: 200, body: { data: rows.map((row) => evidenceOf(row, files)) } };
  },

  async uploadEmploymentEvidence({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const member = await findMember(db, path.id);
    if (!member) return memberNotFound();
    const uploader = actor.credential === 'key' ? (body.userId ?? actor.user?.id) : actor.user?.id;
    if (uploader === undefined || (uploader !== actor.user?.id && !(await isActiveUser(db, uploader))))
      return invalid({ userId: 'must be the user of an active member' });
    const entityType = entityTypes[path.eventType];
    const file = await acceptFile(context, body, { purpose: 'attachment' }, folderOf({ entityType, entityId: member.id }));
    if (!isAccepted(file)) return file;

    const row = await db
      .insertInto('attachment')
      .values({
        id: newId('att'),
        name: file.name,
        mime_type: file.type,
        size: file.size,
        sha256: file.sha256,
        description: body.description ?? null,
        entity_type: entityType,
        entity_id: member.id,
        uploaded_by_id: uploader,
        file_key: file.key,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    audit({
      description: 'Uploaded employment evidence',
      changes: { [path.eventType]: { previous: null, current: `${file.name} (${file.size} bytes)` } },
    });
    return {
      status: 201,
      headers: { Location: `/v1/people/${member.id}/employment-evidence/${path.eventType}` },
      body: evidenceOf(row, ports.files),
    };
  },

  async deleteEmploymentEvidence({ path, db, audit }) {
    if (!(await findMember(db, path.id))) return memberNotFound();
    const gone = await db
      .deleteFrom('attachment')
      .where('id', '=', path.attachmentId)
      .where('entity_type', '=', entityTypes[path.eventType])
      .where('entity_id', '=', path.id)
      .returning(['name', 'size'])
      .executeTakeFirst();
    if (!gone) return refusal(404, 'Employment evidence not found');
    audit({
      description: 'Deleted employment evidence',
      changes: { [path.eventType]: { previous: `${gone.name} (${gone.size} bytes)`, current: null } },
    });
    return { status: 204 };
  },
};

const columns = ['id', 'name', 'mime_type as mimeType', 'size', 'file_key as fileKey', 'created_at as createdAt'] as const;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly fileKey: string;
  readonly createdAt: string;
}

function evidenceOf({ id, name, mimeType, size, fileKey, createdAt }: Row, files: Files): Evidence {
  return { id, name, type: kindOf(mimeType), size, downloadUrl: files.link(fileKey, linkWorks), createdAt };
}

async function isActiveUser(db: OrganizationDatabase, userId: string): Promise<boolean> {
  return (
    (await db.selectFrom('member').select('id').where('user_id', '=', userId).where('is_active', '=', true).executeTakeFirst()) !==
    undefined
  );
}
