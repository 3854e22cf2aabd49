/** Queries for published versions of automations. */
import type { Insertable } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

type Version = components['schemas']['EvidenceAutomationVersion'];

const columns = columnsOf(
  'evidence_automation_version',
  'id',
  'evidenceAutomationId',
  'version',
  'fileName',
  'fileType',
  'fileSize',
  'sha256',
  'publishedById',
  'publishedVia',
  'changelog',
  'createdAt',
  'updatedAt',
);

export interface PublishedVersion {
  readonly version: number;
  readonly usesConnections: boolean;
}

const sortKeys = {
  version: 'evidence_automation_version.version',
  createdAt: 'evidence_automation_version.created_at',
  updatedAt: 'evidence_automation_version.updated_at',
} as const;

const versionsOfAutomation = PagedList.of((db, param: Params<{ readonly automationId: string }>) =>
  db.selectFrom('evidence_automation_version').select(columns).where('evidence_automation_id', '=', param('automationId')),
).filteredBy<FilterOf<'listAutomationVersions'>>({ ids: anyOf('evidence_automation_version.id') });

/** @returns a page of the versions of an automation */
export function listVersions(
  db: OrganizationDatabase,
  automationId: string,
  filter: FilterOf<'listAutomationVersions'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Version>> {
  const order = { by: sortKeys[page.sortBy], id: 'evidence_automation_version.id' } as const;
  return versionsOfAutomation.page(db, { automationId, ...filter }, order, page);
}

/**
 * @param version the number of the version; the highest number by default
 * @returns the published version; undefined if it does not exist
 */
export function findVersion(db: OrganizationDatabase, automationId: string, version?: number): Promise<PublishedVersion | undefined> {
  const query = db
    .selectFrom('evidence_automation_version')
    .select(columnsOf('evidence_automation_version', 'version', 'usesConnections'))
    .where('evidence_automation_id', '=', automationId)
    .orderBy('version', 'desc')
    .limit(1);
  return (version === undefined ? query : query.where('version', '=', version)).executeTakeFirst();
}

export function insertVersion(
  db: OrganizationDatabase,
  values: Omit<Insertable<TenantTables['evidence_automation_version']>, 'id'>,
): Promise<Version> {
  return db
    .insertInto('evidence_automation_version')
    .values({ id: newId('eav'), ...values })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
