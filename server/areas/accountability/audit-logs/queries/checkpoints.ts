import { checkpointColumns } from '#platform/audit/checkpoint-columns';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';

const checkpointList = PagedList.of((db) =>
  db.selectFrom('audit_checkpoint').select([...checkpointColumns, ...columnsOf('audit_checkpoint', 'anchoredAt')]),
);

/** Lists the checkpoints, newest first. */
export function listCheckpoints(db: OrganizationDatabase, page: PageRequest): Promise<Page<components['schemas']['AuditCheckpoint']>> {
  return checkpointList.page(db, {}, { by: 'audit_checkpoint.sequence', id: 'audit_checkpoint.id' }, page);
}
