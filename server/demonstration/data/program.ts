/** The compliance program: what was adopted, what is in force, and what was handed in. Days are counted back from today. */
import type { FormType } from '../../domain/evidence-forms/counted.ts';
import type { PersonName } from './people.ts';

/** Slugs of frameworks of the catalogue. */
export const adopted = { slugs: ['soc2', 'iso27001'], ago: 238, by: 'noor' } as const;

/** A framework of their own, which a customer demands. Controls that meet its requirements stand there by the slug of their template. */
export const annex = {
  name: 'Northgate Clinics security annex',
  description: 'What the largest group of clinics demands in the annex to its contract.',
  version: '2.1',
  ago: 126,
  by: 'noor',
  requirements: [
    { identifier: 'A1', name: 'Access to patient data is reviewed', description: 'Every quarter, by somebody who does not grant it.', controls: ['access-review', 'role-based-access'] },
    { identifier: 'A2', name: 'Two factors for everybody', description: 'No account reaches patient data with a password alone.', controls: ['multi-factor-authentication'] },
    { identifier: 'A3', name: 'Data of clinics is kept apart', description: 'A fault in one clinic shows nothing of another.', controls: ['customer-isolation', 'encryption-at-rest'] },
    { identifier: 'A10', name: 'Breaches are told within a day', description: 'The clinic hears of a breach before anybody else outside.', controls: ['breach-notification', 'incident-response-plan'] },
    { identifier: 'B1', name: 'Refunds need two people', description: 'Nobody orders and releases a refund alone.', controls: ['payments'] },
    { identifier: 'B2', name: 'Notice before a subprocessor changes', description: 'Thirty days, in writing.', controls: [] },
  ],
} as const;

/** A requirement beside those of SOC 2. */
export const ownRequirement = { identifier: 'LM-01', name: 'Clinics are asked before a long outage', description: 'Work that stops the appointment book for more than ten minutes is agreed with the clinics.' } as const;

/** A control that no template has, with the tasks that prove it (tasks.ts). */
export const ownControl = {
  name: 'Separation of duties in payments',
  description: 'Whoever orders a payment does not release it, and the bank knows both names.',
  tasks: ['paymentApprovals', 'cardData'],
} as const;

/** Of all others that the catalog has: policies by the slug of their template. The rest is in force. */
export const policies = {
  drafts: ['remote-working', 'media-handling', 'legal-compliance', 'whistleblowing', 'clear-desk', 'processing-integrity', 'lawful-processing'],
  due: ['backup', 'vendor-management', 'physical-security'],
  publishedAgo: 171,
  owners: ['noor', 'tobias', 'ingrid', 'yusuf', 'camille'],
  /** The people who have signed all policies, and those who have signed some. */
  signed: ['mira', 'tobias', 'noor', 'ingrid', 'yusuf'],
  signedSome: ['camille', 'saoirse', 'pavel'],
} as const satisfies Readonly<Record<string, readonly string[] | number>> & { readonly owners: readonly PersonName[] };

export const submissions: readonly { readonly form: FormType; readonly ago: number }[] = [
  { form: 'board-meeting', ago: 203 },
  { form: 'board-meeting', ago: 21 },
  { form: 'risk-committee-meeting', ago: 64 },
  { form: 'rbac-matrix', ago: 47 },
  { form: 'infrastructure-inventory', ago: 96 },
  { form: 'network-diagram', ago: 214 },
  { form: 'penetration-test', ago: 33 },
  { form: 'employee-performance-evaluation', ago: 150 },
  { form: 'access-request', ago: 9 },
];
export const notRelevant: readonly FormType[] = ['whistleblower-report'];
