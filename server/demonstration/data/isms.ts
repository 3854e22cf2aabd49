/** Data of the organization's entries in its ISMS documents. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

/** When each step of the ISMS happened, in days before today. */
export const ismsDays = { setUp: 58, answered: 57, generated: 56, assigned: 55, audited: 34, submitted: 21, approved: 20, measured: 9 } as const;

export const wizardAnswers: Schemas['IsmsWizardAnswers'] = {
  internalAuditApproach: 'external_firm',
  certificationBody: 'Example Certification',
  insurance: { has: true, insurerName: 'Example Insurance' },
  sectorRegulators: ['healthcare'],
  hasContractors: false,
  capabilitiesInProduction: ['Appointment book', 'Billing', 'App for patients'],
  certificateScopeSentence: 'Development and operation of an appointment book with billing for physiotherapy clinics.',
};

/** The members in each role, by the key of the role and the name of the member in `people.ts`. */
export const roleHolders = [
  { role: 'top_management', member: 'mira', basisOfCompetence: 'experience' },
  { role: 'spo', member: 'noor', basisOfCompetence: 'combination' },
  { role: 'deputy_spo', member: 'tobias', basisOfCompetence: 'training' },
] as const satisfies { role: Schemas['IsmsRoleKey']; member: string; basisOfCompetence: Schemas['IsmsCompetenceBasis'] }[];

export const auditor = { auditFirmName: 'Example Audit', auditEvidenceRef: 'Lead auditor certificates, on file' };

/** The values of metrics. `months` is the number of months between the measured month and the current month. */
export const measurements: readonly { readonly metric: Schemas['IsmsMetricKey']; readonly months: number; readonly value: string }[] = [
  { metric: 'training_completion', months: 2, value: '92%' },
  { metric: 'training_completion', months: 1, value: '100%' },
  { metric: 'uptime', months: 2, value: '99.97%' },
  { metric: 'uptime', months: 1, value: '99.92%' },
  { metric: 'unauthorised_access', months: 1, value: '0' },
];

export const audit = {
  fields: { auditorName: 'Ann Auditor, Example Audit', status: 'completed', conclusionVerdict: 'substantially_conform' },
  confirmed: ['clause_4_1_context', 'clause_4_3_scope', 'a_5_1_policies', 'a_8_24_cryptography'],
  finding: {
    control: 'a_8_13_backup',
    fields: { type: 'nc_minor', description: 'Restoring the database was tested, restoring documents of patients was not.', status: 'in_progress' },
    owner: 'tobias',
  },
} as const;

export const reviewAction = { description: 'Test restoring documents of patients, and once a year from then on.', owner: 'tobias' } as const;
