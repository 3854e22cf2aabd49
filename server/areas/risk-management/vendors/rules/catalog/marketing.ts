/** Vendors of marketing software in the catalog of vendors. */
import type { VendorFacts } from './facts.ts';

export const marketing: readonly VendorFacts[] = [
  {
    companyName: 'Mailchimp',
    website: 'https://mailchimp.com',
    companyDescription: 'Email marketing and newsletter software.',
    legalName: 'The Rocket Science Group LLC',
    termsOfServiceUrl: 'https://mailchimp.com/legal/terms',
    securityPageUrl: 'https://mailchimp.com/about/security/',
  },
  {
    companyName: 'HubSpot',
    website: 'https://www.hubspot.com',
    companyDescription: 'Customer relationship, marketing, sales and service software.',
  },
];
