/** Data of the documents and manual answers in the knowledge base. `ago` is a number of days before today. */
import type { Audience } from '#domain/access/audience/reader';
import type { PersonName } from './people.ts';

export interface KnowledgeDocumentData {
  readonly fileName: string;
  readonly fileType: 'text/markdown' | 'text/plain';
  readonly description: string;
  readonly by: PersonName;
  readonly ago: number;
  readonly text: string;
  /** The audience is internal by default. */
  readonly audience?: Audience;
  /** Why the text of the document could not be extracted. */
  readonly error?: string;
}

export const documents: readonly KnowledgeDocumentData[] = [
  {
    fileName: 'Security overview for customers.md', fileType: 'text/markdown', by: 'noor', ago: 41, audience: 'nda',
    description: 'What sales hands out on request. Reviewed by compliance every half-year.',
    text: `# Security overview

The service is hosted in one region of a public cloud and copied to a second one every five minutes.
All traffic is encrypted with TLS 1.2 or newer. Databases, backups and documents are encrypted at rest with keys that are rotated each year.
Clinics sign in with their own identity provider, and a second factor is required for every administrator.
Each clinic sees its own appointments only. Requests of one clinic never reach the data of another one, which tests prove on every change.
Availability in the last twelve months was 99.97 percent. Planned maintenance takes place on Sunday mornings and is announced a week before.
`,
  },
  {
    fileName: 'Return of data.md', fileType: 'text/markdown', by: 'yusuf', ago: 26,
    description: 'Procedure at the end of a contract.',
    text: `# Return of data at the end of a contract

An export of all appointments, patients and invoices is handed over as CSV files within ten days.
The data of the clinic are deleted thirty days after the handover, and from the backups ninety days later.
The clinic receives a written confirmation of the deletion.
`,
  },
  {
    fileName: 'Architecture drawings.txt', fileType: 'text/plain', by: 'yusuf', ago: 12,
    description: 'Exported without the drawings themselves.', text: ' \n', error: 'The file holds no text',
  },
];

export interface ManualAnswerData {
  readonly question: string;
  readonly answer: string;
  readonly tags: readonly string[];
  /** The audience is internal by default. */
  readonly audience?: Audience;
  readonly by: PersonName;
  readonly ago: number;
}

/** Manual answers that people added directly. The manual answers in questionnaires are added to the knowledge base, too. */
export const answers: readonly ManualAnswerData[] = [
  { question: 'Where are the data of our patients stored?', answer: 'In data centers within the country of the clinic or the European Union, as the contract says. No copies leave them.', tags: ['data', 'hosting'], audience: 'public', by: 'noor', ago: 37 },
  { question: 'Do you use subcontractors who can access our data?', answer: 'Two: the cloud provider that hosts the service, and the provider that sends text messages, which sees the phone number and the time of an appointment.', tags: ['vendors'], by: 'noor', ago: 30 },
  { question: 'How fast do you tell us of a security incident?', answer: 'Within 24 hours after we know that data of the clinic are affected, by phone and in writing.', tags: ['incidents'], audience: 'nda', by: 'noor', ago: 18 },
];
