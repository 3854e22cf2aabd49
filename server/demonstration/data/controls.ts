/** The controls that the organization had before it adopted a framework. */
import type { ControlDocumentType } from '../../../generated/database.d.ts';

export interface ControlData {
  readonly name: string;
  readonly description: string;
  /** How many days ago it was reviewed, and in how many it is to be reviewed again; less than 0 is overdue. */
  readonly reviewed?: number;
  readonly next?: number;
  readonly documentTypes?: readonly ControlDocumentType['form_type'][];
}

export const controls = {
  accessReview: { name: 'Access review', description: 'Every quarter the head of each team looks through who has access to which system, and what nobody needs is removed within a week.', reviewed: 41, next: 51, documentTypes: ['rbac-matrix'] },
  strongAuthentication: { name: 'Multi-factor authentication', description: 'Every account of staff signs in with a second factor, and those of administrators with a hardware key.', reviewed: 120, next: 245, documentTypes: ['account-types'] },
  leastPrivilege: { name: 'Least privilege', description: 'Access follows roles. Administrators work with an account of their own for it, and rights beyond a role end by themselves.', reviewed: 41, next: 324 },
  backup: { name: 'Backup and restore', description: 'The database is copied every night to a second account, and once a quarter a copy is restored and compared.', reviewed: 27, next: 65 },
  encryption: { name: 'Encryption of data', description: 'Data is encrypted wherever it is stored and whenever it is sent; keys are kept apart from it and replaced every year.', reviewed: 188, next: 177 },
  change: { name: 'Change management', description: 'What goes into production was asked for, reviewed, tested in staging and approved, and can be taken back within minutes.', reviewed: 96, next: 269 },
  codeReview: { name: 'Code review', description: 'No change of the code is merged before somebody other than its author has approved it.', reviewed: 96, next: 269 },
  vulnerabilities: { name: 'Vulnerability management', description: 'Dependencies and hosts are scanned every day; what is critical is mended within a week, the rest within a month.', reviewed: 14, next: 16, documentTypes: ['penetration-test'] },
  endpoints: { name: 'Endpoint protection', description: 'Laptops are encrypted, lock by themselves, get updates within two weeks and report to the management of devices.', reviewed: 75, next: -6, documentTypes: ['infrastructure-inventory'] },
  monitoring: { name: 'Security logging and monitoring', description: 'Sign-ins, changes of rights and errors are logged for a year, and alerts reach whoever is on call within five minutes.', reviewed: 62, next: 30, documentTypes: ['network-diagram'] },
  incidents: { name: 'Incident response', description: 'Whoever notices something tells the one channel for it; an incident has a lead, a log, and a look back within ten days.', reviewed: 33, next: 332, documentTypes: ['tabletop-exercise'] },
  continuity: { name: 'Business continuity', description: 'For each service there is a time by which it has to be back, a plan to get there, and an exercise every year.', reviewed: 201, next: -21 },
  vendors: { name: 'Vendor due diligence', description: 'Before a contract, and every year after, a vendor that handles data is rated and its reports are read.', reviewed: 155, next: 12 },
  awareness: { name: 'Security awareness training', description: 'Everybody is trained within a month of joining and every year, and gets a phishing exercise each quarter.', reviewed: 50, next: 41 },
  screening: { name: 'Screening before employment', description: 'Identity, references and, where the law allows, criminal records are checked before the first day.', next: 20 },
  leaving: { name: 'Return of assets and removal of access', description: 'On the last day access ends and what was lent comes back; a checklist for each leaver shows it.', reviewed: 48, next: 317, documentTypes: ['access-request'] },
  retention: { name: 'Retention and deletion of data', description: 'Data of a clinic that left is deleted after 90 days, and backups of it after another 30.', next: -3 },
  dataSubjects: { name: 'Requests of data subjects', description: 'A request is confirmed within three days and answered within a month, by way of the clinic that the person visits.' },
  payments: { name: 'Separation of duties in payments', description: 'Nobody both enters and approves a payment, and above 5000 euros a second approval is needed.', reviewed: 84, next: 281 },
  managementReview: { name: 'Management review', description: 'Twice a year the management looks at risks, incidents, audits and goals, and decides what is to change.', reviewed: 70, next: 112, documentTypes: ['meeting', 'risk-committee-meeting'] },
} satisfies Record<string, ControlData>;

export type ControlName = keyof typeof controls;
