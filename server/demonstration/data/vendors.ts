/** Data of the vendors. `created` and `ago` are numbers of days before today. `{noor}` mentions a person. */
import type { components } from '#generated/api';
import type { PersonName } from './people.ts';
import type { TaskName } from './tasks.ts';

type Schemas = components['schemas'];
type Values = Pick<Schemas['Vendor'], 'inherentProbability' | 'inherentImpact' | 'residualProbability' | 'residualImpact'>;

export interface VendorData {
  readonly name: string;
  readonly description: string;
  readonly category: Schemas['VendorCategory'];
  readonly website: string;
  readonly isSubProcessor: boolean;
  readonly owner: PersonName | null;
  readonly created: number;
  readonly treatment: readonly [type: Schemas['TreatmentType'], text: string];
  /** The number of days until the next review. Negative numbers are days in the past. */
  readonly review?: number;
  /** The changes that a person made to the first assessment. */
  readonly corrected?: { readonly ago: number; readonly by: PersonName; readonly to: Partial<Values & Pick<Schemas['Vendor'], 'status'>> };
  /** Status of the task to verify the first assessment. */
  readonly verification: 'todo' | 'done';
  readonly accepted?: { readonly ago: number; readonly by: PersonName; readonly notes: string };
  readonly contacts?: readonly { readonly name: string; readonly email: string; readonly phone: string }[];
  readonly tasks?: readonly TaskName[];
  readonly comments?: readonly { readonly by: PersonName; readonly ago: number; readonly text: string }[];
}

/** The vendors, oldest first. */
export const vendors: readonly VendorData[] = [
  {
    name: 'Fjord Cloud', description: 'Runs our servers, the database and its backups, in two data centers of the European Union.', category: 'cloud',
    website: 'https://cloud.example.com', isSubProcessor: true, owner: 'tobias', created: 190, review: 40,
    treatment: ['mitigate', 'Backups are kept in a second region, and a restore is practiced twice a year.'], verification: 'done',
    corrected: { ago: 171, by: 'tobias', to: { residualProbability: 'unlikely', residualImpact: 'major' } },
    accepted: { ago: 165, by: 'mira', notes: 'There is no provider that lowers this further at our size.' },
    contacts: [
      { name: 'Support desk', email: 'support@cloud.example.com', phone: '+47 22 55 01 10' },
      { name: 'Liv Aasen', email: 'liv.aasen@cloud.example.com', phone: '' },
    ],
    tasks: ['vendorRegister', 'processorAgreements', 'restoreTest'],
    comments: [
      { by: 'noor', ago: 20, text: '{tobias} the agreement on data processing names the old data center. Do they have a new one?' },
      { by: 'tobias', ago: 19, text: 'They send it this week.' },
    ],
  },
  {
    name: 'Lantern Mail', description: 'Sends reminders of appointments to patients.', category: 'software_as_a_service',
    website: 'https://mail.example.com', isSubProcessor: true, owner: 'saoirse', created: 188, review: -6,
    treatment: ['mitigate', 'Reminders have the time and the clinic, and nothing about the treatment.'], verification: 'done',
    corrected: { ago: 160, by: 'noor', to: { residualImpact: 'minor' } },
    accepted: { ago: 158, by: 'camille', notes: 'Accepted for a year.' },
    contacts: [{ name: 'Data protection', email: 'privacy@mail.example.com', phone: '' }],
    tasks: ['processorAgreements'],
  },
  {
    name: 'Tally Payments', description: 'Collects the invoices of clinics by card and by direct debit.', category: 'finance',
    website: 'https://payments.example.com', isSubProcessor: false, owner: 'camille', created: 187, review: 120,
    treatment: ['transfer', 'Card data never reaches us. The provider is liable for it by contract.'], verification: 'done',
    tasks: ['cardData'],
  },
  {
    name: 'Meridian Payroll', description: 'Calculates salaries and reports them to the tax office.', category: 'hr',
    website: 'https://payroll.example.com', isSubProcessor: false, owner: 'ingrid', created: 150,
    treatment: ['mitigate', ''], verification: 'todo',
    contacts: [{ name: 'Oskar Lind', email: 'oskar.lind@payroll.example.com', phone: '+46 8 550 124 20' }],
  },
  {
    name: 'Beacon Errors', description: 'Collects error reports of the app, without names of patients.', category: 'infrastructure',
    website: 'https://errors.example.com', isSubProcessor: false, owner: null, created: 96,
    treatment: ['mitigate', 'Reports are stripped of personal data before they are sent.'], verification: 'todo',
    corrected: { ago: 12, by: 'noor', to: { status: 'in_progress' } },
    comments: [{ by: 'noor', ago: 12, text: '{yusuf} who looks after this one since Gideon left?' }],
  },
  {
    name: 'Postbox Campaigns', description: 'Sends our newsletter to clinics.', category: 'marketing',
    website: 'https://campaigns.example.com', isSubProcessor: false, owner: 'ruben', created: 4,
    treatment: ['accept', 'The list has addresses of clinics only.'], verification: 'todo',
  },
];
