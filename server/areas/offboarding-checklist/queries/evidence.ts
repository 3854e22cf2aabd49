/** The files of completions and revocations: attachments of the type `offboarding_checklist` (spec/areas/offboarding-checklist, rule 9). */
import type { components } from '../../../../generated/api.d.ts';
import { attachmentColumns, attachmentOf, type AttachmentRow, linkTo } from '../../../domain/attachments/attachments.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Ports } from '../../../platform/ports/index.ts';

type EvidenceFile = components['schemas']['EmploymentEvidence'];

/** @returns the files of these completions or revocations by their ids, oldest first */
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

/** @returns the same as the interface shows it, each file with a link */
export async function listEvidence(
  db: OrganizationDatabase,
  ports: Ports,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvidenceFile[]>> {
  const files = await listFiles(db, ids);
  const shown = [...files].map(async ([id, rows]) => [id, await Promise.all(rows.map((row) => evidenceOf(db, ports, row)))] as const);
  return new Map(await Promise.all(shown));
}

/** @returns a file as the interface shows it */
export async function evidenceOf(db: OrganizationDatabase, ports: Ports, row: AttachmentRow): Promise<EvidenceFile> {
  const { id, name, type, size, createdAt } = attachmentOf(row);
  return { id, name, type, size, downloadUrl: await linkTo(ports, db.organizationId, row), createdAt };
}
