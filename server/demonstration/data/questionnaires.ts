/** Data of questionnaires from customers. `sent` and `ago` are numbers of days before today. */
import type { PersonName } from './people.ts';

export interface QuestionData {
  readonly question: string;
  readonly answer?: string;
  /** The question of the context entry from which the answer was generated. */
  readonly from?: string;
  /** The person who wrote the answer manually; `ago` says when. */
  readonly by?: PersonName;
  readonly ago?: number;
}

export interface QuestionnaireData {
  readonly fileName: string;
  readonly vendorName: string;
  readonly sent: number;
  readonly by: PersonName;
  readonly questions: readonly QuestionData[];
}

export const questionnaires: readonly QuestionnaireData[] = [
  {
    fileName: 'Supplier security review.csv', vendorName: 'Alder Valley Clinics', sent: 9, by: 'noor',
    questions: [
      { question: 'What does the service do that you provide to us?', answer: 'An appointment book with billing for physiotherapy clinics, as a service over the web and as an app for patients.', by: 'noor', ago: 8 },
      { question: 'Are the laptops of your staff protected against ransomware?', answer: 'Managed endpoint protection on every laptop, phishing exercises each quarter, and a restore of one spare laptop twice a year.', from: 'How are the laptops of the staff protected against ransomware?' },
      { question: 'How soon are critical findings in libraries patched?', answer: 'Dependencies are scanned on every merge, critical findings are patched within seven days, and what is older is reported at the weekly engineering meeting.', from: 'How soon are critical findings in libraries patched?' },
      { question: 'How are documents of patients stored and handed out?', answer: 'Documents live in private storage and are handed out through links that expire after fifteen minutes.', from: 'How are documents of patients stored and handed out?' },
      { question: 'What happens when the hosting region is lost?', answer: 'A read-only copy of the appointment book in a second region, refreshed every five minutes, and a yearly exercise of the switch.', from: 'What happens when the hosting region is lost?' },
      { question: 'How often do you test that backups can be restored?', answer: 'Every month, into an empty account. The rows are counted, and the record is kept.', by: 'yusuf', ago: 6 },
      { question: 'Who may we ask about the security of your service?', answer: 'Noor Haddad, Head of Compliance, noor.haddad@example.com.', by: 'noor', ago: 8 },
      { question: 'Do you carry insurance against losses from an attack?' },
      { question: 'Describe how our data are given back at the end of the contract.' },
      { question: 'Do you hold a certificate of an accredited body? (attach a copy)' },
    ],
  },
];
