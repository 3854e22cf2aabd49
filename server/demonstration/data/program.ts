/** Data of the compliance program: frameworks, controls and policies. All numbers of days count back from today. */
import type { FormType } from '#domain/evidence-forms/count';
import type { PersonName } from './people.ts';

/** The slugs of the adopted catalog frameworks, and the parts of SOC 2 that the audit covers. */
export const adopted = { slugs: ['soc2', 'iso27001'], soc2Scope: ['security', 'availability'], ago: 238, by: 'noor' } as const;

/** The owners of catalog controls. The controls are named by the slugs of their templates. */
export const owners = [
  { owner: 'noor', controls: ['policy-set', 'risk-assessment', 'internal-audit', 'management-review'] },
  { owner: 'tobias', controls: ['access-provisioning', 'access-review', 'multi-factor-authentication'] },
  { owner: 'ingrid', controls: ['background-screening', 'onboarding', 'offboarding'] },
] as const;

/** The current audit: when the audit began, and when its first phase was completed manually. */
export const audit = { track: 'soc2_type1', begun: 40, prepared: 21, by: 'noor' } as const;

/** A custom framework that a customer requires. The controls are named by the slugs of their templates. */
export const annex = {
  name: 'Northgate Clinics security annex',
  description: 'What the largest group of clinics demands in the annex to its contract.',
  version: '2.1',
  ago: 126,
  by: 'noor',
  requirements: [
    { identifier: 'A1', name: 'Access to patient data is reviewed', description: 'Every quarter, by somebody who does not grant it.', controls: ['access-review', 'role-based-access'] },
    { identifier: 'A2', name: 'Two factors for everybody', description: 'No account reaches patient data with a password alone.', controls: ['multi-factor-authentication'] },
    { identifier: 'A3', name: 'Data of clinics is kept apart', description: 'A fault in one clinic shows nothing of another.', controls: ['customer-isolation'] },
    { identifier: 'A10', name: 'Breaches are told within a day', description: 'The clinic hears of a breach before anybody else outside.', controls: ['breach-notification', 'incident-response-plan'] },
    { identifier: 'B1', name: 'Refunds need two people', description: 'Nobody orders and releases a refund alone.', controls: ['payments'] },
    { identifier: 'B2', name: 'Notice before a subprocessor changes', description: 'Thirty days, in writing.', controls: [] },
  ],
} as const;

/** A requirement that the organization added to SOC 2. */
export const ownRequirement = { identifier: 'LM-01', name: 'Clinics are asked before a long outage', description: 'Work that stops the appointment book for more than ten minutes is agreed with the clinics.' } as const;

/** A control without a template, and the names of its tasks in `tasks.ts`. */
export const ownControl = {
  name: 'Separation of duties in payments',
  description: 'Whoever orders a payment does not release it, and the bank knows both names.',
  tasks: ['paymentApprovals', 'cardData'],
} as const;

/** The policies by the slugs of their templates. All catalog policies that are neither drafts nor due for review are published. */
export const policies = {
  drafts: ['remote-working', 'media-handling', 'legal-compliance', 'whistleblowing', 'clear-desk', 'processing-integrity', 'lawful-processing'],
  due: ['backup', 'vendor-management', 'physical-security'],
  publishedAgo: 171,
  /** Published policies that are released to visitors with a signed NDA. */
  released: ['information-security', 'incident-response', 'cryptography'],
  /** A published policy with a PDF that was signed on paper. */
  onPaper: 'code-of-conduct',
  /** A published policy with a new draft version that has not been submitted for approval yet. */
  inWork: 'access-control',
  owners: ['noor', 'tobias', 'ingrid', 'yusuf', 'camille'],
  /** The people who signed all policies; `signedSome` are the people who signed some policies. */
  signed: ['mira', 'tobias', 'noor', 'ingrid', 'yusuf'],
  signedSome: ['camille', 'saoirse', 'pavel'],
} as const satisfies Readonly<Record<string, readonly string[] | string | number>> & { readonly owners: readonly PersonName[] };

export const notRelevant: readonly FormType[] = ['whistleblower-report'];
