/** The public security page: published, under a friendly address and a domain that is still to be proven. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../platform/database/ids.ts';
import { faqs, frameworks, overview } from './data/trust-portal.ts';
import type { DemoContext } from './demo-context.ts';

interface TrustPortal {
  readonly settings: Insertable<SystemTables['trust_portal']>;
  readonly faqs: readonly Insertable<SystemTables['trust_faq']>[];
  readonly frameworks: readonly Insertable<SystemTables['trust_framework']>[];
}

export function trustPortalOf({ organizationId: organization_id, calendar }: DemoContext): TrustPortal {
  return {
    settings: {
      id: newId('tpo'),
      organization_id,
      status: 'published',
      // Of an organization there may be several in one database, of an address in the world only one.
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
