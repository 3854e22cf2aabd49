/** Queries about the settings, friendly URLs, questions and frameworks of a trust portal. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Files } from '#platform/ports/files';
import { frameworks, urlCandidates } from '../rules/addresses.ts';
import { createFaviconLink } from '#domain/trust/portal/file-links';

type Schemas = components['schemas'];
type Portal = Schemas['TrustPortal'];

const columns = columnsOf(
  'trust_portal as p',
  'status',
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
  'createdAt',
  'updatedAt',
);

export type PortalRow = NonNullable<Awaited<ReturnType<typeof findPortalRow>>>;

export function findPortalRow(db: OrganizationDatabase) {
  return db.selectFrom('trust_portal as p').select(columns).executeTakeFirst();
}

/** @returns the whole portal, with defaults for values that were never set */
export async function findPortal(db: OrganizationDatabase, files: Files): Promise<Portal> {
  const [row, faqs, frameworkSettings, hasContent, organization, mission] = await Promise.all([
    findPortalRow(db),
    listFaqs(db),
    listFrameworks(db),
    hasVisibleContent(db),
    db.selectFrom('organization').select(columnsOf('organization', 'primaryColor')).where('id', '=', db.organizationId).executeTakeFirst(),
    db
      .selectFrom('context_entry')
      .select('answer')
      .where(sql<boolean>`question ilike '%mission & vision%'`, '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const {
    status,
    friendlyUrl,
    domain,
    cnameVerified,
    txtVerified,
    contactEmail,
    allowedDomains,
    allowedEmails,
    overviewTitle,
    overviewContent,
    showOverview,
    securityQuestionnaireEnabled,
    visitorAnswers,
    faviconKey,
    createdAt,
    updatedAt,
  } = row ?? defaults;
  return {
    organizationId: db.organizationId,
    status,
    enabled: status === 'published',
    isConfigured:
      [domain, contactEmail, overviewContent, faviconKey].some((value) => value !== null) ||
      faqs.length > 0 ||
      frameworkSettings.some(({ enabled }) => enabled) ||
      hasContent,
    friendlyUrl,
    domain,
    domainVerified: cnameVerified && txtVerified,
    contactEmail,
    allowedDomains,
    allowedEmails,
    overviewTitle,
    overviewContent,
    showOverview,
    defaultOverviewContent: overviewContent === null ? (mission?.answer ?? null) : null,
    securityQuestionnaireEnabled,
    visitorAnswers,
    faviconUrl: faviconKey === null ? null : createFaviconLink(files, faviconKey),
    primaryColor: organization?.primaryColor ?? null,
    faqs,
    frameworks: frameworkSettings,
    createdAt,
    updatedAt,
  };
}

const defaults: Omit<PortalRow, 'createdAt' | 'updatedAt'> & { readonly createdAt: string | null; readonly updatedAt: string | null } = {
  status: 'draft',
  friendlyUrl: null,
  domain: null,
  cnameVerified: false,
  txtVerified: false,
  contactEmail: null,
  allowedDomains: [],
  allowedEmails: [],
  overviewTitle: null,
  overviewContent: null,
  showOverview: false,
  securityQuestionnaireEnabled: true,
  visitorAnswers: 'after_release',
  faviconKey: null,
  createdAt: null,
  updatedAt: null,
};

export interface PortalChange {
  readonly status?: Portal['status'];
  readonly friendly_url?: string;
  readonly domain?: string | null;
  readonly cname_verified?: boolean;
  readonly txt_verified?: boolean;
  readonly contact_email?: string | null | undefined;
  readonly allowed_domains?: readonly string[];
  readonly allowed_emails?: readonly string[];
  readonly overview_title?: string | null | undefined;
  readonly overview_content?: string | null | undefined;
  readonly show_overview?: boolean | undefined;
  readonly security_questionnaire_enabled?: boolean;
  readonly visitor_answers?: Portal['visitorAnswers'] | undefined;
  readonly favicon_key?: string | null;
}

/** Locks the portal until the transaction ends, if it was ever changed. */
export async function lockPortal(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('trust_portal').select('id').forUpdate().execute();
}

/**
 * Changes the portal. The first change creates it (trust-portal, rule 1).
 * @throws a violation of `trust_portal_friendly_url` or `trust_portal_domain` if another organization has the URL or the verified domain
 */
export async function changePortal(db: OrganizationDatabase, { allowed_domains, allowed_emails, ...change }: PortalChange): Promise<void> {
  const lists = {
    ...(allowed_domains && { allowed_domains: [...allowed_domains] }),
    ...(allowed_emails && { allowed_emails: [...allowed_emails] }),
  };
  const definedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await lockPortal(db);
  await db
    .insertInto('trust_portal')
    .values({ id: newId('tpo'), ...definedFields, ...lists })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id'])
        .doUpdateSet(({ ref }) => ({ updated_at: ref('trust_portal.updated_at'), ...definedFields, ...lists })),
    )
    .execute();
}

/** @returns whether another organization has verified this domain */
export async function isDomainTaken(db: OrganizationDatabase, host: string): Promise<boolean> {
  return (await db.selectNoFrom(sql<boolean>`is_trust_portal_domain_taken(${host})`.as('taken')).executeTakeFirstOrThrow()).taken;
}

/** @returns the e-mail addresses to notify about the portal: the contact address, or all owners if there is none */
export async function listContacts(db: OrganizationDatabase): Promise<string[]> {
  const [portal, members] = await Promise.all([
    findPortalRow(db),
    db.selectFrom('member').select(['email', 'roles']).where('is_active', '=', true).orderBy('id').execute(),
  ]);
  const contact = portal?.contactEmail ?? null;
  return contact === null ? members.filter(({ roles }) => roles.includes('owner')).map(({ email }) => email) : [contact];
}

/**
 * Locks the friendly URLs of all organizations until the transaction ends. This prevents another organization from taking a free URL before
 * it is stored, and deadlocks between two organizations that swap their URLs.
 */
export async function lockUrls(db: OrganizationDatabase): Promise<void> {
  await db.selectNoFrom(sql<null>`free_trust_portal_url('{}')`.as('none')).execute();
}

/** @returns a free friendly URL, based on the organization's name if possible. The caller must have called `lockUrls`. */
export async function findFreeUrl(db: OrganizationDatabase): Promise<string> {
  const { id, name } = await db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', '=', db.organizationId)
    .executeTakeFirstOrThrow();
  const { url } = await db
    .selectNoFrom(sql<string>`free_trust_portal_url(${urlCandidates({ id, name })}::text[])`.as('url'))
    .executeTakeFirstOrThrow();
  return url;
}

export async function setColor(db: OrganizationDatabase, primaryColor: string | null): Promise<void> {
  await db.updateTable('organization').set({ primary_color: primaryColor }).where('id', '=', db.organizationId).execute();
}

export function listFaqs(db: OrganizationDatabase): Promise<Schemas['TrustPortalFaq'][]> {
  return db.selectFrom('trust_faq').select(['id', 'question', 'answer', 'position as order']).orderBy('position').execute();
}

export async function replaceFaqs(
  db: OrganizationDatabase,
  faqs: readonly { readonly question: string; readonly answer: string }[],
): Promise<void> {
  await db.deleteFrom('trust_faq').execute();
  if (faqs.length)
    await db
      .insertInto('trust_faq')
      .values(faqs.map((faq, position) => ({ id: newId('tfq'), ...faq, position })))
      .execute();
}

/** @returns whether the portal has an enabled custom framework, a certificate, a document or a link, even an inactive link (rule 3) */
async function hasVisibleContent(db: OrganizationDatabase): Promise<boolean> {
  const { has: hasContent } = await db
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('trust_custom_framework').select('id').where('enabled', '=', true)),
        exists(selectFrom('trust_certificate').select('id')),
        exists(selectFrom('trust_document').select('id').where('is_active', '=', true)),
        exists(selectFrom('trust_custom_link').select('id')),
      ]).as('has'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(hasContent);
}

/** @returns the settings of all frameworks that a portal can show */
export async function listFrameworks(db: OrganizationDatabase): Promise<Schemas['TrustPortalFrameworkSetting'][]> {
  const [rows, certificates] = await Promise.all([
    db.selectFrom('trust_framework').select(['framework', 'enabled', 'status']).execute(),
    db.selectFrom('trust_certificate').select('framework').where('framework', 'is not', null).execute(),
  ]);
  const certifiedFrameworks = new Set(certificates.map(({ framework }) => framework));
  return frameworks.map((framework) => ({
    ...(rows.find((row) => row.framework === framework) ?? { framework, enabled: false, status: 'started' }),
    hasCertificate: certifiedFrameworks.has(framework),
  }));
}

export async function changeFrameworks(
  db: OrganizationDatabase,
  changes: Schemas['TrustPortalFrameworksUpdate']['frameworks'],
): Promise<void> {
  for (const { framework, ...change } of changes) {
    await db
      .insertInto('trust_framework')
      .values({ id: newId('tpf'), framework, ...change })
      .onConflict((conflict) => conflict.columns(['organization_id', 'framework']).doUpdateSet(change))
      .execute();
  }
}
