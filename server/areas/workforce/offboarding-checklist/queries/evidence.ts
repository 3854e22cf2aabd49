/** Queries for files of completions and revocations: attachments with the type `offboarding_checklist` (offboarding-checklist, rule 9). */
import type { components } from '#generated/api';
import { attachmentColumns, toAttachment, type AttachmentRow, signLink } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';

type EvidenceFile = components['schemas']['EmploymentEvidence'];

/** @param ids ids of completions or revocations @returns a map from id to the files of the record, oldest first */
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

/** @param ids ids of completions or revocations @returns a map from id to the files in the form of the contract, with download links */
export async function listEvidence(
  db: OrganizationDatabase,
  ports: Ports,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvidenceFile[]>> {
  const files = await listFiles(db, ids);
  const evidence = [...files].map(async ([id, rows]) => [id, await Promise.all(rows.map((row) => evidenceOf(db, ports, row)))] as const);
  return new Map(await Promise.all(evidence));
}

/** @returns the file in the form of the contract, with a download link */
export async function evidenceOf(db: OrganizationDatabase, ports: Ports, row: AttachmentRow): Promise<EvidenceFile> {
  const { id, name, type, size, createdAt, version } = toAttachment(row);
  return { id, name, type, size, downloadUrl: await signLink(ports, db.organizationId, row), createdAt, version };
}
