/** Published versions of automations. */
import type { Insertable } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';

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
  'changelog',
  'createdAt',
  'updatedAt',
);

const listed = PagedList.of((db, param: Params<{ readonly automationId: string }>) =>
  db.selectFrom('evidence_automation_version').select(columns).where('evidence_automation_id', '=', param('automationId')),
);

/** Highest first. */
export function listVersions(db: OrganizationDatabase, automationId: string, page: PageRequest): Promise<Page<Version>> {
  const order = { by: 'evidence_automation_version.version', id: 'evidence_automation_version.id' } as const;
  return listed.page(db, { automationId }, order, { ...page, sortOrder: 'desc' });
}

/** @param version the highest one unless it is given @returns the number of a published version; undefined when there is none */
export async function findVersion(db: OrganizationDatabase, automationId: string, version?: number): Promise<number | undefined> {
  const published = db
    .selectFrom('evidence_automation_version')
    .select('version')
    .where('evidence_automation_id', '=', automationId)
    .orderBy('version', 'desc')
    .limit(1);
  return (await (version === undefined ? published : published.where('version', '=', version)).executeTakeFirst())?.version;
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
