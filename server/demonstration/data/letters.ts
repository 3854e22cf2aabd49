/** Data of the letters of engagement: a signed letter, a letter that waits for the auditor's signature, and a draft. */
import type { PersonName } from './people.ts';

/** The template with the terms on which the organization and its auditor agreed. */
export const template = {
  by: 'noor',
  ago: 69,
  name: 'SOC 2 with Alder & Finch',
  scope:
    '## Services in scope\n\nThe platform of {{organizationLegalName}} and the people and processes that run it, with the criteria of {{framework}}.',
  deliverables: ['A report with the opinion of the auditor.', 'A letter to the management with observations.'],
  auditorResponsibilities:
    '{{auditorFirm}} plans the examination with the management, tests the controls and delivers its report by {{reportDueDate}}.',
} as const;

interface LetterData {
  readonly by: PersonName;
  readonly title: string;
  readonly engagementType: 'attestation_type1' | 'attestation_type2' | 'penetration_test';
  readonly firm: string;
  readonly contact: { readonly name: string; readonly email: string };
  /** The member who signs for the auditor. */
  readonly auditor?: PersonName;
  readonly signatory: PersonName;
  readonly scope: string;
  readonly fee?: { readonly amount: number; readonly currency: string; readonly terms: string };
  /** When the letter was created, in days before today. `sent` and `signed` are also in days before today. */
  readonly created: number;
  readonly sent?: number;
  readonly signed?: { readonly organization?: number; readonly auditor?: number };
  /** The start and the end of the fieldwork, in days after today. `report` is also in days after today. */
  readonly fieldwork: readonly [number, number];
  readonly report: number;
}

const auditFirm = { firm: 'Alder & Finch Assurance', contact: { name: 'Dorothea Vance', email: 'dorothea.vance@example.org' } } as const;

export const letters: readonly LetterData[] = [
  {
    ...auditFirm,
    by: 'noor',
    title: 'Letter of engagement - SOC 2 Type 1',
    engagementType: 'attestation_type1',
    auditor: 'dorothea',
    signatory: 'mira',
    scope: 'The platform and the people and processes that run it, with the criteria of SOC 2 in scope.',
    fee: { amount: 14_500, currency: 'EUR', terms: 'Half at the start of the fieldwork, half with the report.' },
    created: 68,
    sent: 66,
    signed: { organization: 65, auditor: 64 },
    fieldwork: [10, 24],
    report: 45,
  },
  {
    by: 'tobias',
    title: 'Letter of engagement - penetration test',
    engagementType: 'penetration_test',
    firm: 'Northlight Security Testing',
    contact: { name: 'Lena Quist', email: 'lena.quist@example.net' },
    signatory: 'mira',
    scope: 'The customer portal and its interface, tested from outside and with the account of a customer.',
    fee: { amount: 9_800, currency: 'EUR', terms: 'Net 30 days after the report.' },
    created: 5,
    sent: 3,
    signed: { organization: 2 },
    fieldwork: [20, 27],
    report: 40,
  },
  {
    ...auditFirm,
    by: 'noor',
    title: 'Letter of engagement - SOC 2 Type 2',
    engagementType: 'attestation_type2',
    auditor: 'dorothea',
    signatory: 'mira',
    scope: 'The platform and the people and processes that run it, over a period of six months.',
    created: 1,
    fieldwork: [200, 220],
    report: 250,
  },
];

/** The number of days after sending until a letter expires. */
export const validDays = 14;
