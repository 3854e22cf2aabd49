/** Vendors of human resources software in the catalog of vendors. */
import type { VendorFacts } from './facts.ts';

export const hr: readonly VendorFacts[] = [
  {
    companyName: 'Workday',
    website: 'https://www.workday.com',
    companyDescription: 'Human resources, payroll and finance software for larger organizations.',
    legalName: 'Workday, Inc.',
    privacyPolicyUrl: 'https://www.workday.com/en-us/service-privacy.html',
    securityPageUrl: 'https://www.workday.com/en-gb/why-workday/security-trust.html',
  },
  {
    companyName: 'Rippling',
    website: 'https://www.rippling.com',
    companyDescription: 'Payroll, benefits, device and access management for employees.',
  },
  {
    companyName: 'Deel',
    website: 'https://www.deel.com',
    companyDescription: 'Hiring, payroll and contractor payments in many countries.',
    legalName: 'Deel, Inc.',
    companyHqAddress: '425 1st St., San Francisco, CA 94105, United States',
  },
  {
    companyName: 'BambooHR',
    website: 'https://www.bamboohr.com',
    companyDescription: 'Human resources software for small and midsize companies.',
    legalName: 'Bamboo HR LLC',
    companyHqAddress: '335 South 560 West, Lindon, UT 84042',
    privacyPolicyUrl: 'https://www.bamboohr.com/legal/privacy-policy',
    termsOfServiceUrl: 'https://www.bamboohr.com/legal/terms-of-service',
  },
  {
    companyName: 'Personio',
    website: 'https://www.personio.com',
    companyDescription: 'Human resources, recruiting and payroll software for European companies.',
    legalName: 'Personio SE & Co. KG',
    companyHqAddress: 'Seidlstraße 3, 80335 München',
    privacyPolicyUrl: 'https://personio.de/datenschutzerklaerung',
    securityPageUrl: 'https://www.personio.com/security/',
    securityCertifications: ['ISO 27001'],
  },
];
