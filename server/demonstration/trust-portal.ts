/** Creates the published trust portal with a friendly URL, and a domain that is not verified yet. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { safeName } from '#platform/ports/files';
import { certificates, documents, faqs, frameworks, links, overview } from './data/trust-portal.ts';
import type { DemoContext } from './demo-context.ts';
import { type FileName, files } from './files.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';

interface TrustPortal {
  readonly settings: Insertable<SystemTables['trust_portal']>;
  readonly faqs: readonly Insertable<SystemTables['trust_faq']>[];
  readonly frameworks: readonly Insertable<SystemTables['trust_framework']>[];
}

/** The member who maintains the portal. */
const maintainer = 'noor';

/** Inserts the portal with its files and links. */
export async function insertTrustPortal(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  const portal = trustPortalOf(demo);
  await db.insertInto('trust_portal').values(portal.settings).execute();
  await db.insertInto('trust_faq').values(portal.faqs).execute();
  await db.insertInto('trust_framework').values(portal.frameworks).execute();
  await insertFiles(db, demo, members, store);
  await insertLinks(db, demo, members);
}

async function insertFiles(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  const { organizationId: organization_id, calendar, log } = demo;
  const author = members.of(maintainer);
  for (const { framework, ...data } of certificates) {
    const { name, size, key } = await storeFile(demo, store, 'certificates', data);
    const [id, createdAt] = [newId('tcr'), calendar.ago(data.ago, name)];
    await db
      .insertInto('trust_certificate')
      .values({
        id,
        organization_id,
        framework,
        file_name: name,
        file_size: size,
        file_key: key,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute();
    const auditNote = {
      entityId: id,
      description: `Uploaded certificate for ${framework}`,
      changes: changesOnCreate({ fileName: name, fileSize: size }),
    };
    log.write(createdAt, author, 'uploadComplianceResource', {}, auditNote);
  }

  for (const { description, ...data } of documents) {
    const { name, type, size, key } = await storeFile(demo, store, 'documents', data);
    const [documentId, uploadedAt] = [newId('tdoc'), calendar.ago(data.ago, name)];
    await db
      .insertInto('trust_document')
      .values({
        id: documentId,
        organization_id,
        name,
        description,
        file_type: type,
        file_size: size,
        file_key: key,
        created_at: uploadedAt,
        updated_at: uploadedAt,
      })
      .execute();
    const auditNote = { description: 'Uploaded trust document', changes: changesOnCreate({ name, fileType: type, fileSize: size }) };
    log.write(uploadedAt, author, 'uploadTrustDocument', { answer: { id: documentId } }, auditNote);
  }
}

async function storeFile(
  { organizationId, calendar }: DemoContext,
  store: Store,
  folder: string,
  { file, ago }: { readonly file: FileName; readonly ago: number },
) {
  const { name, type, make } = files[file];
  const createdAt = Date.parse(calendar.ago(ago, name));
  const key = `${organizationId}/trust-portal/${folder}/${createdAt}-${newId('tdoc').slice(-16)}-${safeName(name)}`;
  return { name, type, key, size: (await store.put(key, await make())).size };
}

async function insertLinks(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
) {
  for (const [position, { ago, ...link }] of links.entries()) {
    const [id, createdAt] = [newId('tcl'), calendar.ago(ago, link.title)];
    await db
      .insertInto('trust_custom_link')
      .values({ id, organization_id, ...link, position, created_at: createdAt, updated_at: createdAt })
      .execute();
    const auditNote = { description: 'Created trust portal link', changes: changesOnCreate(link) };
    log.write(createdAt, members.of(maintainer), 'createTrustCustomLink', { answer: { id } }, auditNote);
  }
}

function trustPortalOf({ organizationId: organization_id, calendar }: DemoContext): TrustPortal {
  return {
    settings: {
      id: newId('tpo'),
      organization_id,
      status: 'published',
      // A database may contain several copies of the organization, but friendly URLs and domains must be unique.
      friendly_url: organization_id.replace('_', '-'),
      domain: `trust-${organization_id.slice(-8)}.example.com`,
      contact_email: 'security@example.com',
      allowed_domains: ['example.org'],
      allowed_emails: ['procurement@example.net'],
      overview_title: overview.title,
      overview_content: overview.content,
      show_overview: true,
      created_at: calendar.ago(60, 'trust portal'),
      updated_at: calendar.ago(9, 'trust portal'),
    },
    faqs: faqs.map((faq, position) => ({ id: newId('tfq'), organization_id, ...faq, position })),
    frameworks: frameworks.map((framework) => ({ id: newId('tpf'), organization_id, ...framework })),
  };
}
