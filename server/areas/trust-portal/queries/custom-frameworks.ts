/** Queries about the frameworks of the organization's own, as the page shows them. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

type Status = components['schemas']['TrustPortalFrameworkStatus'];

/** A framework of the organization's own with what the page shows of it. */
export interface Shown {
  readonly customFrameworkId: string;
  readonly name: string;
  readonly description: string;
  /** False without a selection. */
  readonly enabled: boolean;
  readonly status: Status;
  readonly badgeKey: string | null;
  readonly certificateFileName: string | null;
  /** Whether the organization has ever said how to show it. */
  readonly isConfigured: boolean;
}

function rowsIn(db: OrganizationDatabase) {
  return db
    .selectFrom('custom_framework as own')
    .leftJoin('trust_custom_framework as selected', 'selected.custom_framework_id', 'own.id')
    .leftJoin('trust_certificate as certificate', 'certificate.custom_framework_id', 'own.id')
    .select([
      'own.id as customFrameworkId',
      'own.name',
      'own.description',
      'selected.id as selectedId',
      'selected.enabled',
      'selected.status',
      'selected.badge_key as badgeKey',
      'certificate.file_name as certificateFileName',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsIn>['executeTakeFirstOrThrow']>>;

function shownOf({ selectedId, enabled, status, ...row }: Row): Shown {
  return { ...row, enabled: enabled ?? false, status: status ?? 'started', isConfigured: selectedId !== null };
}

/** @returns all frameworks of the organization's own, by name */
export async function listCustomFrameworks(db: OrganizationDatabase): Promise<Shown[]> {
  return (await rowsIn(db).orderBy('own.name').orderBy('own.id').execute()).map(shownOf);
}

export async function findCustomFramework(db: OrganizationDatabase, id: string): Promise<Shown | undefined> {
  const row = await rowsIn(db).where('own.id', '=', id).executeTakeFirst();
  return row && shownOf(row);
}

/** @returns the same; the framework is there until the transaction ends */
export async function holdCustomFramework(db: OrganizationDatabase, id: string): Promise<Shown | undefined> {
  await db.selectFrom('custom_framework').select('id').where('id', '=', id).forShare().execute();
  return findCustomFramework(db, id);
}

export interface Selection {
  readonly enabled?: boolean | undefined;
  readonly status?: Status | undefined;
  readonly badge_key?: string | null;
}

/** Writes what is sent. @param first whether the framework is shown when this is the first that is said about it */
export async function selectCustomFramework(
  db: OrganizationDatabase,
  customFrameworkId: string,
  selection: Selection,
  first: boolean,
): Promise<void> {
  const known = Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined));
  await db
    .insertInto('trust_custom_framework')
    .values({ id: newId('tcf'), custom_framework_id: customFrameworkId, enabled: first, ...known })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'custom_framework_id'])
        .doUpdateSet(({ ref }) => ({ enabled: ref('trust_custom_framework.enabled'), ...known })),
    )
    .execute();
}
