/** Vendors of finance software in the catalog of vendors. */
import type { VendorFacts } from './facts.ts';

export const finance: readonly VendorFacts[] = [
  {
    companyName: 'Stripe',
    website: 'https://stripe.com',
    companyDescription: 'Payments, billing and payouts for internet businesses.',
    legalName: 'Stripe, Inc.',
    privacyPolicyUrl: 'https://stripe.com/privacy',
    securityPageUrl: 'https://docs.stripe.com/security/guide',
    securityCertifications: ['PCI DSS'],
  },
  {
    companyName: 'Adyen',
    website: 'https://www.adyen.com',
    companyDescription: 'Payment processing, acquiring and card issuing for businesses.',
    legalName: 'Adyen N.V.',
    privacyPolicyUrl: 'https://www.adyen.com/privacy-policy',
    securityPageUrl: 'https://www.adyen.com/privacy-policy/security',
    securityCertifications: ['SOC 2', 'PCI DSS'],
  },
  {
    companyName: 'PayPal',
    website: 'https://www.paypal.com',
    companyDescription: 'Online payments, wallets and checkout for consumers and merchants.',
    trustPageUrl: 'https://about.pypl.com/how-we-work/trust-and-privacy/default.aspx',
  },
];
