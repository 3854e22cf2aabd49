/** Vendors of sales software in the catalog of vendors. */
import type { VendorFacts } from './facts.ts';

export const sales: readonly VendorFacts[] = [
  {
    companyName: 'Salesforce',
    website: 'https://www.salesforce.com',
    companyDescription: 'Customer relationship management and business application platform.',
    legalName: 'Salesforce, Inc.',
    privacyPolicyUrl: 'https://www.salesforce.com/company/privacy/',
    trustPageUrl: 'https://www.salesforce.com/company/legal/trust-and-compliance-documentation/',
  },
  {
    companyName: 'Pipedrive',
    website: 'https://www.pipedrive.com',
    companyDescription: 'Sales pipeline and customer relationship software.',
    legalName: 'Pipedrive, Inc.',
    privacyPolicyUrl: 'https://www.pipedrive.com/en/privacy',
    termsOfServiceUrl: 'https://www.pipedrive.com/en/terms-of-service',
  },
];
