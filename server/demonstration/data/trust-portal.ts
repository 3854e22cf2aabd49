/** Data of the trust portal. */
export const overview = {
  title: 'Security and privacy',
  content: 'We look after the records of **hundreds of practices**, so their safety comes first.\n\nOur management system is audited every year, and what the auditors found is here to be read.',
};

export const faqs = [
  { question: 'Where is our data kept?', answer: 'In two data centers of the European Union. Nothing is copied elsewhere.' },
  { question: 'Is it encrypted?', answer: 'At rest with AES-256, on its way with TLS 1.2 or newer.' },
  { question: 'Who can see it?', answer: 'The engineers on call, with a second factor, and every access is logged.' },
  { question: 'How soon do you tell us of an incident?', answer: 'Within 24 hours of knowing that your data is concerned. Report one to [security](mailto:security@example.com).' },
] as const;

/** The files and links of the trust portal. `ago` is a number of days before today. */
export const certificates = [
  { framework: 'gdpr', file: 'gdprStatement', ago: 44 },
  { framework: 'soc2_type1', file: 'typeOneReport', ago: 41 },
] as const;
export const documents = [{ file: 'securityPaper', description: 'How we build and run the service, on one page', ago: 43 }] as const;
export const links = [
  { title: 'Status of the service', description: null, url: 'https://status.example.com', ago: 42 },
  { title: 'Report a vulnerability', description: 'Whom to write to, and what we promise', url: 'https://www.example.com/security', ago: 42 },
] as const;

export const frameworks = [
  { framework: 'iso_27001', enabled: true, status: 'in_progress' },
  { framework: 'soc2_type1', enabled: true, status: 'compliant' },
  { framework: 'soc2_type2', enabled: true, status: 'in_progress' },
  { framework: 'gdpr', enabled: true, status: 'compliant' },
  { framework: 'hipaa', enabled: false, status: 'started' },
] as const;
