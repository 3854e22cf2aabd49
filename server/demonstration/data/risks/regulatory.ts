import type { RiskData } from './risk.ts';

/** Data of legal risks and supplier risks. */
export const regulatory: readonly RiskData[] = [
  {
    title: 'Breach reported after the legal deadline',
    description: 'A breach of patient data must be reported within 72 hours. Last time it took two days until somebody with the authority to report heard of it.',
    category: 'regulatory', department: 'gov', status: 'open', inherent: [6, 10], residual: [4, 8], owner: 'noor', created: 217, review: 110,
    plan: ['mitigate', 'One number for every alarm, a draft of the report ready to be filled in, and an exercise each year.'],
    changes: [{ ago: 134, was: { residual: [5, 10] } }],
    tasks: ['incidentExercise', 'incidentRegister'],
    work: [
      { title: 'Exercise a breach around a table', status: 'done', added: 210, due: -140, moved: 135, who: 'noor' },
      { title: 'Translate the draft report for two authorities', status: 'in_progress', added: 100, due: -3, moved: 25, who: 'noor' },
    ],
    acceptances: [{ ago: 180, by: 'mira', notes: 'Provisional, until the exercise has been held.' }],
  },
  {
    title: 'Deleted patients live on in backups',
    description: 'When a patient asks to be deleted, the backups of the last ninety days still hold the record. After a restore the patient would be back.',
    category: 'regulatory', department: 'gov', status: 'pending', inherent: [7, 6], residual: [4, 5], owner: 'noor', created: 168,
    plan: ['mitigate', 'A list of deletions is kept apart from the database and applied after every restore.'],
    changes: [
      { ago: 104, was: { residual: [6, 6] } },
      { ago: 50, was: { status: 'open' } },
    ],
    tasks: ['deletionRun', 'restoreTest'],
    work: [{ title: 'Apply the list of deletions after a restore', status: 'in_review', added: 95, due: 5, moved: 11, who: 'yusuf' }],
  },
  {
    title: 'Records kept longer than clinics agreed to',
    description: 'Contracts promise deletion ten years after the last treatment. No job does it, and the first records become due next year.',
    category: 'regulatory', department: 'gov', status: 'open', inherent: [8, 6], residual: [7, 6], owner: null, created: 44,
    plan: ['mitigate', 'Not planned yet. Legal clarifies first whether records of minors have to be kept longer.'],
    tasks: ['deletionRun'],
    work: [{ title: 'Ask legal about records of minors', status: 'todo', added: 42, due: -14 }],
  },
  {
    title: 'New health data law in a planned market',
    description: 'A law in preparation would require patient data to be hosted in the country. Hosting there costs more than the market would bring in three years.',
    category: 'regulatory', department: 'gov', status: 'archived', inherent: [5, 8], residual: [5, 6], owner: 'mira', created: 189,
    plan: ['accept', 'We watch the draft. The market has been taken off the plan.'],
    changes: [
      { ago: 156, by: 'mira', was: { residual: [5, 8] } },
      { ago: 94, by: 'mira', was: { status: 'pending' } },
    ],
    acceptances: [{ ago: 155, by: 'mira', notes: 'For as long as the law is only a draft.' }],
  },
  {
    title: 'E-mail provider suspends our account',
    description: 'Reminders and invoices leave through one provider. A wave of complaints from one clinic could have the whole account suspended.',
    category: 'vendor_management', department: 'it', status: 'open', inherent: [4, 8], residual: [3, 5], owner: 'tobias', created: 132,
    plan: ['mitigate', 'A sending domain for each group of clinics, and a second provider that takes over invoices within a day.'],
    changes: [{ ago: 67, by: 'tobias', was: { residual: [4, 7], owner: 'yusuf' } }],
    tasks: ['vendorRegister'],
    work: [{ title: 'Send a tenth of all invoices through the second provider', status: 'in_progress', added: 66, due: 10, moved: 13, who: 'yusuf' }],
  },
  {
    title: 'Rules for card payments grow stricter',
    description: 'The payment processor plans to ask every merchant for a yearly audit. With card data in our own forms it would cost more than we earn with card payments.',
    category: 'vendor_management', department: 'admin', status: 'pending', inherent: [5, 5], residual: [5, 3], owner: 'camille', created: 87,
    plan: ['transfer', 'Cards are entered on pages of the processor, who carries the audit and the liability for card data.'],
    changes: [{ ago: 48, by: 'camille', was: { status: 'open', residual: [5, 5] } }],
    tasks: ['cardData'],
    acceptances: [{ ago: 65, by: 'camille', notes: 'Until the pages of the processor are live.' }],
  },
  {
    title: 'Subprocessor without a signed agreement',
    description: 'The transcription service of the patient app has processed recordings for months under its public terms. There is no agreement on patient data, and no list of its own subprocessors.',
    category: 'vendor_management', department: 'gov', status: 'open', inherent: [8, 9], residual: [8, 8], owner: 'noor', created: 55,
    plan: ['mitigate', 'Agreement by the end of the month, or the feature is switched off.'],
    changes: [{ ago: 8, was: { residual: [8, 9] } }],
    tasks: ['processorAgreements', 'vendorRegister'],
    work: [
      { title: 'Get the agreement signed', text: 'Their lawyer has had our draft since the first week. Call, do not write.', status: 'in_progress', added: 50, due: -9, moved: 12, who: 'noor' },
      { title: 'Prepare the switch that turns the feature off', status: 'done', added: 50, due: -25, moved: 27, who: 'saoirse' },
    ],
  },
  {
    title: 'Support tool stores names of patients',
    description: 'Screenshots in support tickets show names and appointments of patients. The tool keeps them for ever, in a country without an adequate law.',
    category: 'vendor_management', department: 'itsm', status: 'archived', inherent: [6, 7], residual: [1, 4], owner: 'gideon', created: 213,
    plan: ['avoid', 'Replaced by a tool that is hosted with us. The old tickets were deleted, and the deletion confirmed in writing.'],
    changes: [
      { ago: 178, by: 'gideon', was: { residual: [5, 7], plan: ['mitigate', 'Blur names before a screenshot is attached.'] } },
      { ago: 161, by: 'noor', was: { status: 'open' } },
    ],
    tasks: ['processorAgreements'],
    work: [{ title: 'Delete all old tickets', status: 'done', added: 178, due: -165, moved: 166, who: 'gideon' }],
    acceptances: [{ ago: 203, by: 'gideon' }],
  },
];
