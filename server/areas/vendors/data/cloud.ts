import type { VendorFacts } from './facts.ts';

export const cloud: readonly VendorFacts[] = [
  {
    companyName: 'Amazon Web Services',
    website: 'https://aws.amazon.com',
    companyDescription: 'Cloud computing: servers, storage, databases, networks and many managed services.',
    securityPageUrl: 'https://aws.amazon.com/security/',
  },
  {
    companyName: 'Microsoft Azure',
    website: 'https://azure.microsoft.com',
    companyDescription: 'Cloud computing: servers, storage, databases, identity and managed services.',
    securityPageUrl: 'https://github.com/MicrosoftDocs/azure-docs/blob/main/articles/backup/compliance-offerings.md',
    securityCertifications: ['SOC 1', 'SOC 2', 'SOC 3', 'ISO 27001', 'ISO 27017', 'ISO 27018', 'ISO 9001'],
  },
  {
    companyName: 'Google Cloud',
    website: 'https://cloud.google.com',
    companyDescription: 'Cloud computing: servers, storage, databases, analytics and machine learning.',
  },
  {
    companyName: 'Oracle Cloud',
    website: 'https://www.oracle.com',
    companyDescription: 'Cloud computing with databases and business applications.',
  },
  {
    companyName: 'DigitalOcean',
    website: 'https://www.digitalocean.com',
    companyDescription: 'Virtual servers, managed databases, storage and application hosting for developers.',
  },
  {
    companyName: 'Hetzner',
    website: 'https://www.hetzner.com',
    companyDescription: 'Dedicated and virtual servers, storage and colocation in Europe and beyond.',
    privacyPolicyUrl: 'https://www.hetzner.com/de/legal/privacy-policy/',
    securityPageUrl: 'https://docs.hetzner.com/general/security-and-identify/technical-and-organizational-measures',
  },
  {
    companyName: 'Netlify',
    website: 'https://www.netlify.com',
    companyDescription: 'Hosting and deployment of websites and web applications.',
  },
  {
    companyName: 'Vercel',
    website: 'https://vercel.com',
    companyDescription: 'Hosting and deployment of web applications and their front ends.',
  },
];
