/** What the public page of the demonstration says. */
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

export const frameworks = [
  { framework: 'iso_27001', enabled: true, status: 'in_progress' },
  { framework: 'soc2_type2', enabled: true, status: 'in_progress' },
  { framework: 'gdpr', enabled: true, status: 'compliant' },
  { framework: 'hipaa', enabled: false, status: 'started' },
] as const;
