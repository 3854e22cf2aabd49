/** Queries about custom frameworks and their settings for the page. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

type Status = components['schemas']['TrustPortalFrameworkStatus'];

/** A custom framework and its settings for the page. */
export interface CustomFramework {
  readonly customFrameworkId: string;
  readonly name: string;
  readonly description: string;
  /** Whether the page shows the framework. False if it was never configured. */
  readonly enabled: boolean;
  readonly status: Status;
  readonly badgeKey: string | null;
  readonly certificateFileName: string | null;
  /** Whether the organization has ever stored settings for the framework. */
  readonly isConfigured: boolean;
}

function selectRows(db: OrganizationDatabase) {
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

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

function frameworkFromRow({ selectedId, enabled, status, ...row }: Row): CustomFramework {
  return { ...row, enabled: enabled ?? false, status: status ?? 'started', isConfigured: selectedId !== null };
}

/** @returns all custom frameworks, ordered by name */
export async function listCustomFrameworks(db: OrganizationDatabase): Promise<CustomFramework[]> {
  return (await selectRows(db).orderBy('own.name').orderBy('own.id').execute()).map(frameworkFromRow);
}

export async function findCustomFramework(db: OrganizationDatabase, id: string): Promise<CustomFramework | undefined> {
  const row = await selectRows(db).where('own.id', '=', id).executeTakeFirst();
  return row && frameworkFromRow(row);
}

/** Finds a framework and locks it against deletion until the transaction ends. */
export async function lockCustomFramework(db: OrganizationDatabase, id: string): Promise<CustomFramework | undefined> {
  await db.selectFrom('custom_framework').select('id').where('id', '=', id).forShare().execute();
  return findCustomFramework(db, id);
}

export interface Selection {
  readonly enabled?: boolean | undefined;
  readonly status?: Status | undefined;
  readonly badge_key?: string | null;
}

/**
 * Stores the given fields. Undefined fields do not change.
 * @param isEnabledByDefault whether a framework without settings becomes enabled
 */
export async function saveCustomFramework(
  db: OrganizationDatabase,
  customFrameworkId: string,
  selection: Selection,
  isEnabledByDefault: boolean,
): Promise<void> {
  const definedFields = Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined));
  await db
    .insertInto('trust_custom_framework')
    .values({ id: newId('tcf'), custom_framework_id: customFrameworkId, enabled: isEnabledByDefault, ...definedFields })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'custom_framework_id'])
        .doUpdateSet(({ ref }) => ({ enabled: ref('trust_custom_framework.enabled'), ...definedFields })),
    )
    .execute();
}
