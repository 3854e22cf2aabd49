import type { RiskData } from './risk.ts';

/** Data of resilience risks and operational risks. */
export const resilience: readonly RiskData[] = [
  {
    title: 'Loss of the hosting region',
    description: 'The one region that we are hosted in is down for more than a day. Clinics cannot open their appointment book in the morning.',
    category: 'resilience', department: 'it', status: 'open', inherent: [3, 10], residual: [2, 7], owner: 'tobias', created: 223, review: 75,
    plan: ['mitigate', 'A read-only copy of the appointment book in a second region, refreshed every five minutes, and a yearly exercise of the switch.'],
    changes: [{ ago: 118, by: 'tobias', was: { residual: [3, 9] } }],
    tasks: ['continuityPlan', 'restoreTest'],
    work: [
      { title: 'Set up the copy in the second region', status: 'done', added: 200, due: -115, moved: 119, who: 'yusuf' },
      { title: 'Exercise the switch on a Sunday', text: 'Announce it to clinics two weeks ahead. Stop if it takes longer than forty minutes.', status: 'todo', added: 110, due: 41, who: 'yusuf' },
    ],
    acceptances: [{ ago: 105, by: 'mira', notes: 'A day of reading without booking is bearable for our customers.' }],
  },
  {
    title: 'Backups that cannot be restored',
    description: 'Backups run every night, but a restore of the whole database has been tried only once. A silent fault would show on the day we need it.',
    category: 'resilience', department: 'itsm', status: 'pending', inherent: [5, 10], residual: [2.5, 8], owner: 'yusuf', created: 216,
    plan: ['mitigate', 'Restore into an empty account each month, count the rows, and keep the record as evidence.'],
    changes: [
      { ago: 125, by: 'yusuf', was: { residual: [4, 10] } },
      { ago: 46, was: { owner: 'gideon' } },
      { ago: 30, was: { status: 'open' } },
    ],
    tasks: ['restoreTest', 'backupReport'],
    work: [
      { title: 'Write the monthly restore as a scheduled job', status: 'in_review', added: 120, due: -5, moved: 8, who: 'yusuf' },
      { title: 'Alert when a backup is smaller than the one before', status: 'done', added: 120, due: -70, moved: 73, who: 'gideon' },
    ],
  },
  {
    title: 'On-call rests on two engineers',
    description: 'Only two engineers know the platform well enough to be on call. A holiday and a cold at the same time leave nobody to answer at night.',
    category: 'resilience', department: 'it', status: 'open', inherent: [8, 7], residual: [7, 6], owner: 'tobias', created: 164,
    plan: ['mitigate', 'Train three more engineers with shadow shifts, and write a page for each of the ten most frequent alarms.'],
    tasks: ['onCallPlan', 'alertReview'],
    work: [
      { title: 'Pages for the ten most frequent alarms', status: 'in_progress', added: 140, due: 20, moved: 9, who: 'saoirse' },
      { title: 'Shadow shifts for three engineers', status: 'todo', added: 140, due: -31, who: 'yusuf' },
    ],
  },
  {
    title: 'Office cannot be entered',
    description: 'Fire, flood or a burst pipe close the office for weeks. Most people can work from home; the franking machine and the paper archive cannot.',
    category: 'resilience', department: 'admin', status: 'closed', inherent: [3, 4], residual: [3, 2], owner: 'camille', created: 211,
    plan: ['transfer', 'Contents insurance covers equipment and six months of rent elsewhere. The archive has been scanned.'],
    changes: [{ ago: 101, by: 'camille', was: { status: 'open', residual: [3, 4] } }],
    acceptances: [{ ago: 98, by: 'camille', notes: 'Insured, and everybody has worked from home before.' }],
  },
  {
    title: 'Release without a way back',
    description: 'A release changes the database so that the version before it no longer runs. A fault found at eight in the morning cannot be undone before the clinics open.',
    category: 'operations', department: 'it', status: 'closed', inherent: [7, 7], residual: [2, 6], owner: 'tobias', created: 201,
    plan: ['mitigate', 'Schema changes go out one release ahead of the code that needs them, and every release is rolled back once in staging.'],
    changes: [
      { ago: 145, by: 'tobias', was: { residual: [5, 7] } },
      { ago: 82, was: { status: 'open' } },
    ],
    tasks: ['releaseRecords', 'rollback', 'branchRules'],
    work: [{ title: 'Add the rollback to the release checklist', status: 'done', added: 198, due: -150, moved: 147, who: 'tobias' }],
  },
  {
    title: 'Reminders that are sent twice or not at all',
    description: 'The job that reminds patients of appointments stops in the middle and is started again by hand. Some patients get two messages, others none, and chairs stay empty.',
    category: 'operations', department: 'qms', status: 'open', inherent: [7, 6], residual: [5, 5], owner: 'ruben', created: 137,
    plan: ['mitigate', 'Record each reminder before it is sent, so that a restart goes on where the last run ended, and show the count of the day to customer care.'],
    changes: [{ ago: 53, by: 'ruben', was: { residual: [7, 6] } }],
    tasks: ['incidentRegister'],
    work: [
      { title: 'Record each reminder before it is sent', status: 'done', added: 130, due: -60, moved: 55, who: 'saoirse' },
      { title: 'Count of the day for customer care', status: 'in_progress', added: 52, due: 6, moved: 4, who: 'ruben' },
    ],
  },
  {
    title: 'Manual steps go wrong when a clinic starts',
    description: 'Starting a clinic takes twenty-three steps from a list, four of them in the database. A forgotten step shows days later as missing invoices.',
    category: 'operations', department: 'qms', status: 'open', inherent: [8, 5], residual: [6, 4], owner: null, created: 92,
    plan: ['mitigate', 'Turn the four database steps into one command, then the list into a form that cannot be finished half done.'],
    work: [{ title: 'One command for the four database steps', status: 'cancelled', text: 'Superseded by the setup form, which is planned for next quarter.', added: 85, moved: 40 }],
  },
];
