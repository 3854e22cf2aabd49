/** The files of completions and revocations, stored as attachments of the type `offboarding_checklist` (offboarding-checklist, rule 9). */
import type { components } from '#generated/api';
import { attachmentColumns, toAttachment, type AttachmentRow, signLink } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';

type EvidenceFile = components['schemas']['EmploymentEvidence'];

/** @returns the files by the id of their completion or revocation, oldest first */
export async function listFiles(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, readonly AttachmentRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('entity_type', '=', 'offboarding_checklist')
    .where('entity_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ entityId }) => entityId);
}

/** @returns the same in the shape of the contract, each file with a link */
export async function listEvidence(
  db: OrganizationDatabase,
  ports: Ports,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvidenceFile[]>> {
  const files = await listFiles(db, ids);
  const evidence = [...files].map(async ([id, rows]) => [id, await Promise.all(rows.map((row) => evidenceOf(db, ports, row)))] as const);
  return new Map(await Promise.all(evidence));
}

/** @returns a file in the shape of the contract */
export async function evidenceOf(db: OrganizationDatabase, ports: Ports, row: AttachmentRow): Promise<EvidenceFile> {
  const { id, name, type, size, createdAt } = toAttachment(row);
  return { id, name, type, size, downloadUrl: await signLink(ports, db.organizationId, row), createdAt };
}
