/** Reads the public content of a trust portal (trust-access, rule 1), for every output format. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Files } from '#platform/ports/files';
import { createBadgeLink, createFaviconLink } from './file-links.ts';

type Schemas = components['schemas'];

/** The page and its organization. The API does not return all of these fields. */
export interface PublicPage {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly primaryColor: string | null;
  readonly friendlyUrl: string | null;
  /** The custom domain if it is verified. */
  readonly domain: string | null;
  readonly contactEmail: string | null;
  readonly allowedDomains: readonly string[];
  readonly allowedEmails: readonly string[];
  readonly overview: Schemas['TrustPublicOverview'];
  readonly securityQuestionnaireEnabled: boolean;
  readonly visitorAnswers: Schemas['TrustPortal']['visitorAnswers'];
  /** A signed link that is valid for 24 hours. */
  readonly faviconUrl: string | null;
}

/** @returns the page of the organization, published or not, because personal links also work for an unpublished page */
export async function findPage(db: OrganizationDatabase, files: Files): Promise<PublicPage> {
  const { friendlyUrl, cnameVerified, txtVerified, faviconKey, overviewTitle, overviewContent, ...row } = await db
    .selectFrom('organization')
    .leftJoin('trust_portal as portal', 'portal.organization_id', 'organization.id')
    .select(['organization.id as organizationId', 'organization.name as organizationName', 'organization.primary_color as primaryColor'])
    .select(
      columnsOf(
        'trust_portal as portal',
        'friendlyUrl',
        'domain',
        'cnameVerified',
        'txtVerified',
        'contactEmail',
        'allowedDomains',
        'allowedEmails',
        'overviewTitle',
        'overviewContent',
        'showOverview',
        'securityQuestionnaireEnabled',
        'visitorAnswers',
        'faviconKey',
      ),
    )
    .where('organization.id', '=', db.organizationId)
    .executeTakeFirstOrThrow();
  return {
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    primaryColor: row.primaryColor,
    friendlyUrl,
    domain: cnameVerified === true && txtVerified === true ? row.domain : null,
    contactEmail: row.contactEmail,
    allowedDomains: row.allowedDomains ?? [],
    allowedEmails: row.allowedEmails ?? [],
    overview: row.showOverview === true ? { title: overviewTitle, content: overviewContent } : { title: null, content: null },
    securityQuestionnaireEnabled: row.securityQuestionnaireEnabled ?? true,
    visitorAnswers: row.visitorAnswers ?? 'after_release',
    faviconUrl: faviconKey === null ? null : createFaviconLink(files, faviconKey, 'publicFavicon'),
  };
}

/** The display order of frameworks, which is the order in the contract. */
const frameworkOrder = [
  'iso_27001',
  'iso_42001',
  'gdpr',
  'hipaa',
  'soc2_type1',
  'soc2_type2',
  'soc3',
  'pci_dss',
  'nen_7510',
  'iso_9001',
  'pipeda',
  'ccpa',
] as const satisfies readonly Schemas['TrustPortalFramework'][];

/** @returns the enabled frameworks, in display order */
export function listPublicFrameworks(db: OrganizationDatabase): Promise<Schemas['TrustPublicFramework'][]> {
  return db
    .selectFrom('trust_framework')
    .select(['framework', 'status'])
    .where('enabled', '=', true)
    .orderBy(sql`array_position(${sql.val([...frameworkOrder])}::text[], framework)`)
    .execute();
}

/** @returns the questions, in display order */
export function listPublicFaqs(db: OrganizationDatabase): Promise<Schemas['TrustPortalFaq'][]> {
  return db.selectFrom('trust_faq').select(['id', 'question', 'answer', 'position as order']).orderBy('position').execute();
}

/** @returns the active links, in display order */
export function listPublicLinks(db: OrganizationDatabase): Promise<Schemas['TrustPublicLink'][]> {
  return db
    .selectFrom('trust_custom_link')
    .select(['id', 'title', 'description', 'url'])
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** @returns the enabled custom frameworks, sorted by name */
export async function listPublicCustomFrameworks(db: OrganizationDatabase, files: Files): Promise<Schemas['TrustPublicCustomFramework'][]> {
  const rows = await db
    .selectFrom('trust_custom_framework as selected')
    .innerJoin('custom_framework as own', 'own.id', 'selected.custom_framework_id')
    .leftJoin('trust_certificate as certificate', 'certificate.custom_framework_id', 'own.id')
    .select(['own.id', 'own.name', 'own.description', 'selected.status', 'selected.badge_key as badgeKey'])
    .select(sql<boolean>`certificate.id is not null`.as('hasCertificate'))
    .where('selected.enabled', '=', true)
    .orderBy('own.name')
    .orderBy('own.id')
    .execute();
  return rows.map(({ badgeKey, ...row }) => ({ ...row, badgeUrl: badgeKey === null ? null : createBadgeLink(files, badgeKey) }));
}
