/** Reads the current content of a portal's page. */
import type { components } from '#generated/api';
import { parseBadges } from '#domain/vendors/stored-json';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Schemas = components['schemas'];

/** Returns the progress of adopted frameworks, keyed by the instance's id. */
export type ReadProgress = (
  db: OrganizationDatabase,
  instanceIds: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, { readonly complianceScore: number }>>;

export type Content = NonNullable<Awaited<ReturnType<typeof readContent>>>;

/** Maximum number of vendors on the page. Organizations with more vendors list them elsewhere. */
const maxVendors = 500;

/** @returns undefined when the portal was deleted or withdrawn meanwhile */
export async function readContent(db: OrganizationDatabase, readProgress: ReadProgress, now: Date) {
  const [portal, organization, selectedFrameworks, certificates, ownFrameworks, faqs, links, vendors, instances] = await Promise.all([
    db
      .selectFrom('trust_portal')
      .select(columnsOf('trust_portal', 'contactEmail', 'overviewTitle', 'overviewContent', 'showOverview', 'faviconKey', 'updatedAt'))
      .where('status', '=', 'published')
      .executeTakeFirst(),
    db.selectFrom('organization').select(['name', 'primary_color as primaryColor']).where('id', '=', db.organizationId).executeTakeFirst(),
    db.selectFrom('trust_framework').select(['framework', 'status']).where('enabled', '=', true).execute(),
    db.selectFrom('trust_certificate').select(['framework', 'custom_framework_id as customFrameworkId']).execute(),
    db
      .selectFrom('custom_framework as own')
      .innerJoin('trust_custom_framework as selected', 'selected.custom_framework_id', 'own.id')
      .select(['own.id', 'own.name', 'own.description', 'selected.status', 'selected.badge_key as badgeKey'])
      .where('selected.enabled', '=', true)
      .orderBy('own.name')
      .orderBy('own.id')
      .execute(),
    db.selectFrom('trust_faq').select(['question', 'answer']).orderBy('position').execute(),
    db
      .selectFrom('trust_custom_link')
      .select(['title', 'description', 'url'])
      .where('is_active', '=', true)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('vendor')
      .select(['name', 'description', 'website', 'compliance_badges as complianceBadges'])
      .where('show_on_trust_portal', '=', true)
      .where('is_sub_processor', '=', true)
      .orderBy('trust_portal_order', (order) => order.asc().nullsLast())
      .orderBy('name')
      .orderBy('id')
      .limit(maxVendors)
      .execute(),
    db
      .selectFrom('framework_instance as instance')
      .leftJoin('platform_framework as catalog', 'catalog.id', 'instance.framework_id')
      .select(['instance.id', 'instance.custom_framework_id as customFrameworkId', 'catalog.name'])
      .execute(),
  ]);
  if (!portal || !organization) return undefined;
  const scores = await readProgress(
    db,
    instances.map(({ id }) => id),
    now,
  );
  const scoreOf = (instance: { readonly id: string } | undefined) => instance && scores.get(instance.id)?.complianceScore;
  return {
    organization,
    portal,
    /** The enabled frameworks among those that `claims.ts` lists. */
    frameworks: selectedFrameworks.map(({ framework, status }) => ({
      framework,
      status,
      hasCertificate: certificates.some((certificate) => certificate.framework === framework),
    })),
    scoreByName: (name: string | undefined) => scoreOf(instances.find((instance) => name !== undefined && instance.name === name)),
    customFrameworks: ownFrameworks.map((framework) => ({
      ...framework,
      hasCertificate: certificates.some(({ customFrameworkId }) => customFrameworkId === framework.id),
      score: scoreOf(instances.find(({ customFrameworkId }) => customFrameworkId === framework.id)),
    })),
    faqs,
    links,
    vendors: vendors.map(
      ({ complianceBadges, ...vendor }): Pick<Schemas['TrustPortalVendor'], 'name' | 'description' | 'website' | 'complianceBadges'> => ({
        ...vendor,
        complianceBadges: parseBadges(complianceBadges),
      }),
    ),
  };
}

/** Returns the file key of the favicon, or of a selected custom framework's badge. */
export async function findPicture(db: OrganizationDatabase, customFrameworkId: string | undefined): Promise<string | undefined> {
  const row =
    customFrameworkId === undefined
      ? await db.selectFrom('trust_portal').select('favicon_key as key').executeTakeFirst()
      : await db
          .selectFrom('trust_custom_framework')
          .select('badge_key as key')
          .where('custom_framework_id', '=', customFrameworkId)
          .where('enabled', '=', true)
          .executeTakeFirst();
  return row?.key ?? undefined;
}
