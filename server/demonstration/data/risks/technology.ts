import type { RiskData } from './risk.ts';

/** Data of technology risks. */
export const technology: readonly RiskData[] = [
  {
    title: 'Ransomware on staff laptops',
    description: 'An attachment opened in a hurry encrypts a laptop and what it can reach. Customer care works on paper until the machines are restored, and the shared drive is lost back to the last backup.',
    category: 'technology', department: 'it', status: 'open', inherent: [7, 9], residual: [4, 6], owner: 'yusuf', created: 221, review: 41,
    plan: ['mitigate', 'Managed endpoint protection on every laptop, phishing exercises each quarter, and a restore of one spare laptop twice a year.'],
    changes: [
      { ago: 190, was: { residual: [6, 8], plan: ['transfer', 'Cover the loss of work with the cyber policy that the broker has offered.'] } },
      { ago: 96, by: 'yusuf', was: { residual: [5, 7] } },
    ],
    tasks: ['endpointReport', 'diskEncryption', 'phishingExercise'],
    work: [
      { title: 'Roll out endpoint protection to the last eight laptops', status: 'done', added: 205, due: -160, moved: 164, who: 'gideon' },
      { title: 'Restore one laptop from last night', text: 'Take a spare machine, note how long each step takes, and put the times into the continuity plan.', status: 'done', added: 188, due: -120, moved: 99, who: 'yusuf' },
      { title: 'Block macros in documents from outside', status: 'in_progress', added: 60, due: 12, moved: 15, who: 'saoirse' },
    ],
    acceptances: [
      { ago: 150, by: 'tobias', notes: 'Good enough until the restore has been tried once.' },
      { ago: 64, by: 'yusuf', notes: 'The restore took three hours. Accepted until the next review.' },
    ],
  },
  {
    title: 'Unpatched library in the booking API',
    description: 'A known weakness in a library that the public booking API depends on is used before we have updated it. Appointments and contact data of patients could be read.',
    category: 'technology', department: 'it', status: 'open', inherent: [8, 8], residual: [5, 7], owner: 'yusuf', created: 214, review: -6,
    plan: ['mitigate', 'Scan dependencies on every merge, patch critical findings within seven days, and report what is older at the weekly engineering meeting.'],
    changes: [{ ago: 133, by: 'tobias', was: { owner: 'tobias', residual: [6, 8] } }],
    tasks: ['dependencyScan', 'penetrationTest'],
    work: [
      { title: 'Fail the build on critical findings', status: 'in_review', added: 90, due: 3, moved: 6, who: 'saoirse' },
      { title: 'Replace the abandoned calendar parser', text: 'Its last release is three years old, and nobody answers its issues.', status: 'todo', added: 75, due: -11, who: 'saoirse' },
    ],
  },
  {
    title: 'Shared credentials of the production database',
    description: 'Engineers and two scheduled jobs use one password for the production database. A leak could not be traced to anybody, and changing the password stops the jobs.',
    category: 'technology', department: 'it', status: 'open', inherent: [9, 9], residual: [6, 8], owner: 'yusuf', created: 205,
    plan: ['mitigate', 'Personal short-lived credentials for people, one account for each job, and the shared password switched off by the end of the quarter.'],
    changes: [{ ago: 88, by: 'yusuf', was: { residual: [9, 9] } }],
    tasks: ['productionAccess', 'secretRotation'],
    work: [
      { title: 'Give the invoice job an account of its own', status: 'done', added: 150, due: -90, moved: 92, who: 'yusuf' },
      { title: 'Give the reminder job an account of its own', status: 'in_progress', added: 150, due: -20, moved: 22, who: 'yusuf' },
      { title: 'Switch the shared password off', status: 'todo', priority: 'high', added: 88, due: 34, who: 'tobias' },
    ],
  },
  {
    title: 'One person holds the signing key of the mobile app',
    description: 'The key that signs updates of the patient app exists on one laptop. If it is lost, no update can be published; if it is stolen, somebody else can publish one.',
    category: 'technology', department: 'it', status: 'open', inherent: [5, 9], residual: [5, 9], owner: null, created: 26,
    plan: ['mitigate', ''],
    tasks: ['certificates'],
  },
  {
    title: 'Patient documents in a public storage bucket',
    description: 'Referral letters uploaded by clinics were readable by anybody who guessed the address, because the bucket had been public since the first prototype.',
    category: 'technology', department: 'it', status: 'closed', inherent: [6, 10], residual: [1, 10], owner: 'tobias', created: 219,
    plan: ['avoid', 'The bucket is gone. Documents live in private storage and are handed out through links that expire after fifteen minutes.'],
    changes: [
      { ago: 208, by: 'tobias', was: { residual: [6, 10], plan: ['mitigate', 'Close the bucket to the public and watch who reads from it.'] } },
      { ago: 130, by: 'noor', was: { status: 'pending' } },
    ],
    tasks: ['exposedServices', 'penetrationTest'],
    work: [
      { title: 'Move all documents to private storage', status: 'done', added: 217, due: -200, moved: 209, who: 'gideon' },
      { title: 'Ask the archive crawlers to forget the old addresses', status: 'cancelled', priority: 'low', added: 207, moved: 180, who: 'saoirse' },
    ],
  },
  {
    title: 'Import server open to the internet',
    description: 'The server that reads address files from clinics runs an operating system without updates and answers to the whole internet. It was found by the penetration test and holds a copy of the contact table.',
    category: 'technology', department: 'itsm', status: 'open', inherent: [9, 10], residual: [9, 9.5], owner: 'yusuf', created: 12,
    plan: ['mitigate', 'Behind the gateway this week, replaced by the import in the product next month, then switched off.'],
    changes: [{ ago: 3, by: 'yusuf', was: { residual: [9, 10], owner: null } }],
    tasks: ['exposedServices'],
    work: [
      { title: 'Put the import server behind the gateway', status: 'in_progress', added: 11, due: -2, moved: 3, who: 'yusuf' },
      { title: 'Delete the copy of the contact table', status: 'todo', added: 11, due: 2, who: 'yusuf' },
      { title: 'Test the gateway from outside', status: 'todo', added: 10, due: 9, who: 'pavel' },
    ],
  },
];
