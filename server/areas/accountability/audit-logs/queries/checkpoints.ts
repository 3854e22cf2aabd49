import type { FilterOf } from '#contract/types';
import { checkpointColumns } from '#platform/audit/checkpoint-columns';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';

type Filter = FilterOf<'listAuditCheckpoints'>;

const checkpointList = PagedList.of((db) =>
  db.selectFrom('audit_checkpoint').select([...checkpointColumns, ...columnsOf('audit_checkpoint', 'anchoredAt')]),
).filteredBy<Filter>({ ids: anyOf('audit_checkpoint.id') });

/** Lists the checkpoints, newest first. */
export function listCheckpoints(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest,
): Promise<Page<components['schemas']['AuditCheckpoint']>> {
  return checkpointList.page(db, filter, { by: 'audit_checkpoint.sequence', id: 'audit_checkpoint.id' }, page);
}
