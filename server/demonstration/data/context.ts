/** Data of the context entries, which are the organization's answers about itself. `ago` is a number of days before today. */
import type { Audience } from '#domain/access/audience/reader';
import type { PersonName } from './people.ts';

export interface ContextData {
  readonly question: string;
  readonly answer: string;
  readonly tags?: readonly string[];
  /** The audience is internal by default. */
  readonly audience?: Audience;
  readonly by: PersonName;
  readonly ago: number;
  /** When the answer was rewritten, and its previous text. */
  readonly edit?: { readonly ago: number; readonly was: string };
}

export const contextEntries: readonly ContextData[] = [
  { question: 'Describe your company in a few sentences.', answer: 'We make an appointment book with billing for physiotherapy clinics. Clinics are our customers, their patients use our app.', tags: ['company'], audience: 'public', by: 'mira', ago: 239 },
  { question: 'What industry is your company in?', answer: 'Software for health care', tags: ['company'], by: 'mira', ago: 239 },
  { question: 'How many employees do you have?', answer: 'Twelve, three of them part-time', tags: ['company', 'team'], by: 'mira', ago: 239 },
  { question: 'What devices do your team members use?', answer: 'Laptops that we own and manage, with encrypted disks. Phones are private and reach nothing but the calendar.', tags: ['team', 'devices'], by: 'tobias', ago: 239 },
  { question: 'What software do you use?', answer: 'A ticket system, a code repository, an office suite and a chat, all of them behind single sign-on.', tags: ['software'], by: 'tobias', ago: 239, edit: { ago: 96, was: 'A ticket system, a code repository, an office suite and a chat.' } },
  { question: 'How does your team work?', answer: 'Half of us come to the office in most weeks, the others work from home. Laptops are the only machines.', tags: ['team'], by: 'noor', ago: 239 },
  { question: 'Where do you host your applications and data?', answer: 'With one public cloud provider, in two data centers of the European Union.', tags: ['infrastructure', 'data'], audience: 'nda', by: 'tobias', ago: 239 },
  { question: 'What types of data do you handle?', answer: 'Appointments, treatment notes and invoices of patients, and contact data of clinics.', tags: ['data'], by: 'noor', ago: 239 },
  { question: 'Where is your data located?', answer: 'In the European Union only. Backups are kept in a second region of the same provider.', tags: ['data', 'infrastructure'], audience: 'nda', by: 'noor', ago: 239 },
  { question: 'Who answers when a clinic reports a security problem?', answer: 'Customer care takes the report at any hour and calls the engineer on duty. The clinic gets a first answer within one hour.', tags: ['incidents'], by: 'ruben', ago: 52 },
  { question: 'How are the laptops of the staff protected against ransomware?', answer: 'Managed endpoint protection on every laptop, phishing exercises each quarter, and a restore of one spare laptop twice a year.', tags: ['security'], by: 'tobias', ago: 48 },
  { question: 'How soon are critical findings in libraries patched?', answer: 'Dependencies are scanned on every merge, critical findings are patched within seven days, and what is older is reported at the weekly engineering meeting.', tags: ['security'], by: 'tobias', ago: 48 },
  { question: 'How are documents of patients stored and handed out?', answer: 'Documents live in private storage and are handed out through links that expire after fifteen minutes.', tags: ['security'], by: 'tobias', ago: 48 },
  { question: 'What happens when the hosting region is lost?', answer: 'A read-only copy of the appointment book in a second region, refreshed every five minutes, and a yearly exercise of the switch.', tags: ['security'], by: 'tobias', ago: 48 },
];
