/** Vendors that many organizations use, the same for every organization (spec/areas/vendors, rule 21). */
import type { components } from '../../../../generated/api.d.ts';
import { domainOf } from './website.ts';

type Schemas = components['schemas'];
export type CatalogVendor = Schemas['CatalogVendor'];

/** What the catalog has beyond the name and the website. */
interface Facts {
  /** A page of the vendor that states the certifications. */
  readonly securityPageUrl: string;
  readonly securityCertifications: string[];
}

const data: Readonly<
  Record<Exclude<Schemas['VendorCategory'], 'other'>, readonly (readonly [name: string, website: string, facts?: Facts])[]>
> = {
  cloud: [
    ['Amazon Web Services', 'https://aws.amazon.com'],
    ['Microsoft Azure', 'https://azure.microsoft.com'],
    ['Google Cloud', 'https://cloud.google.com'],
    ['Oracle Cloud', 'https://www.oracle.com'],
    ['DigitalOcean', 'https://www.digitalocean.com'],
    ['Hetzner', 'https://www.hetzner.com'],
    ['Netlify', 'https://www.netlify.com'],
    ['Vercel', 'https://vercel.com'],
  ],
  infrastructure: [
    [
      'Cloudflare',
      'https://www.cloudflare.com',
      {
        securityPageUrl: 'https://blog.cloudflare.com/our-commitment-to-customer-security/',
        securityCertifications: ['SOC 2', 'ISO 27001', 'PCI DSS'],
      },
    ],
    ['MongoDB', 'https://www.mongodb.com'],
    ['Snowflake', 'https://www.snowflake.com'],
    ['Datadog', 'https://www.datadoghq.com'],
    ['Sentry', 'https://sentry.io'],
    ['PagerDuty', 'https://www.pagerduty.com'],
    ['Okta', 'https://www.okta.com'],
  ],
  software_as_a_service: [
    ['GitHub', 'https://github.com', { securityPageUrl: 'https://github.com/security', securityCertifications: ['SOC 2', 'ISO 27001'] }],
    ['GitLab', 'https://gitlab.com'],
    ['Atlassian', 'https://www.atlassian.com'],
    ['Slack', 'https://slack.com'],
    ['Zoom', 'https://zoom.us'],
    ['Notion', 'https://www.notion.so'],
    ['Figma', 'https://www.figma.com'],
    ['Google Workspace', 'https://workspace.google.com'],
    ['Microsoft 365', 'https://www.microsoft.com'],
    ['Dropbox', 'https://www.dropbox.com'],
    ['Zendesk', 'https://www.zendesk.com'],
    ['1Password', 'https://1password.com'],
    ['OpenAI', 'https://openai.com'],
    ['Anthropic', 'https://www.anthropic.com'],
  ],
  finance: [
    ['Stripe', 'https://stripe.com'],
    ['Adyen', 'https://www.adyen.com'],
    ['PayPal', 'https://www.paypal.com'],
  ],
  hr: [
    ['Workday', 'https://www.workday.com'],
    ['Rippling', 'https://www.rippling.com'],
    ['Deel', 'https://www.deel.com'],
    ['BambooHR', 'https://www.bamboohr.com'],
    ['Personio', 'https://www.personio.com'],
  ],
  marketing: [
    ['Mailchimp', 'https://mailchimp.com'],
    ['HubSpot', 'https://www.hubspot.com'],
  ],
  sales: [
    ['Salesforce', 'https://www.salesforce.com'],
    ['Pipedrive', 'https://www.pipedrive.com'],
  ],
};

const categories = ['cloud', 'infrastructure', 'software_as_a_service', 'finance', 'hr', 'marketing', 'sales'] as const;
const byName = new Intl.Collator('en').compare;

/** All vendors of the catalog, by name. */
export const catalog: readonly CatalogVendor[] = categories
  .flatMap((category) =>
    data[category].map(([companyName, website, facts]) => ({
      website,
      companyName,
      legalName: null,
      category,
      privacyPolicyUrl: null,
      termsOfServiceUrl: null,
      securityPageUrl: facts?.securityPageUrl ?? null,
      trustPageUrl: null,
      securityCertifications: facts?.securityCertifications ?? [],
    })),
  )
  .toSorted((one, other) => byName(one.companyName, other.companyName));

const byDomain = new Map(catalog.map((vendor) => [domainOf(vendor.website), vendor]));

/** @returns the vendor of the catalog with this domain */
export function inCatalog(domain: string): CatalogVendor | undefined {
  return byDomain.get(domain);
}

/** @returns the vendors whose name, or that of their legal entity, contains the text, by name */
export function searchCatalog(search: string | undefined): readonly CatalogVendor[] {
  const part = search?.toLowerCase();
  if (part === undefined) return catalog;
  return catalog.filter(({ companyName, legalName }) => [companyName, legalName ?? ''].some((name) => name.toLowerCase().includes(part)));
}
