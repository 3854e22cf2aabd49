/** Data of submissions of evidence forms. `ago` is a number of days before today. */
import type { FormType } from '#domain/evidence-forms/definition';
import type { FileName } from '../files.ts';
import type { PersonName } from './people.ts';

export interface EvidenceData {
  readonly form: FormType;
  readonly ago: number;
  readonly by: PersonName;
  /** @param day returns the date a number of days before the submission; negative numbers are days after the submission */
  readonly values: (day: (before: number) => string) => Readonly<Record<string, unknown>>;
  readonly file?: { readonly field: string; readonly name: FileName };
  readonly review?: {
    readonly by: PersonName;
    /** When the submission was reviewed, in days before today. */
    readonly ago: number;
    readonly status: 'approved' | 'rejected';
    readonly reason?: string;
  };
}

const boardMembers = 'Mira Castellan, Tobias Renner, Camille Okafor, Helena Brandvold';

export const submissions: readonly EvidenceData[] = [
  {
    form: 'board-meeting',
    ago: 203,
    by: 'noor',
    values: (day) => ({
      submissionDate: day(0),
      attendees: boardMembers,
      date: day(2),
      meetingMinutes:
        '1. The figures of the quarter are as planned.\n2. The program for SOC 2 has begun; Noor Haddad leads it.\n3. No changes of staff.\nAction items: Camille Okafor asks two insurers for offers until the end of the month.',
      meetingMinutesApprovedBy: 'Mira Castellan',
      approvedDate: day(0),
    }),
    review: { by: 'tobias', ago: 201, status: 'approved' },
  },
  {
    form: 'board-meeting',
    ago: 21,
    by: 'noor',
    values: (day) => ({
      submissionDate: day(0),
      attendees: boardMembers,
      date: day(3),
      meetingMinutes:
        '1. The figures of the quarter are above plan.\n2. The penetration test found nothing critical. The remaining findings are fixed by the end of the quarter.\n3. The deputy of Tobias Renner is Yusuf Adeyemi.\nAction items: Noor Haddad presents the result of the audit at the next meeting.',
      meetingMinutesApprovedBy: 'Mira Castellan',
      approvedDate: day(1),
    }),
    review: { by: 'tobias', ago: 19, status: 'approved', reason: 'Complete, and signed by the chair.' },
  },
  {
    form: 'risk-committee-meeting',
    ago: 64,
    by: 'noor',
    values: (day) => ({
      submissionDate: day(0),
      attendees: 'Noor Haddad, Yusuf Adeyemi, Camille Okafor',
      date: day(1),
      meetingMinutes:
        '1. Three risks were rated again, none of them higher.\n2. Double bookings after an outage are the largest risk that is left.\n3. The budget for a second region is agreed.\nAction items: Yusuf Adeyemi plans the move until the summer.',
      meetingMinutesApprovedBy: 'Noor Haddad',
      approvedDate: day(0),
    }),
    review: { by: 'ingrid', ago: 60, status: 'approved' },
  },
  {
    form: 'rbac-matrix',
    ago: 47,
    by: 'tobias',
    values: (day) => ({
      submissionDate: day(0),
      matrixRows: [
        ['Appointment book', 'Clinic staff', 'Read and change appointments of the own clinic'],
        ['Appointment book', 'Support', 'Read appointments for the time of a request'],
        ['Cloud console', 'Platform engineer', 'Change everything but the log'],
        ['Cloud console', 'Auditor', 'Read settings and the log'],
        ['Payments', 'Clerk', 'Order payments'],
        ['Payments', 'Finance director', 'Release payments that somebody else has ordered'],
      ].map(([system, roleName, permissionsScope]) => ({
        system,
        roleName,
        permissionsScope,
        approvedBy: 'Tobias Renner',
        lastReviewed: day(5),
      })),
    }),
    review: { by: 'noor', ago: 44, status: 'approved' },
  },
  {
    form: 'infrastructure-inventory',
    ago: 96,
    by: 'tobias',
    values: (day) => ({
      submissionDate: day(0),
      inventoryRows: [
        ['db-primary', 'Database', 'Production', 'Frankfurt', 'Yusuf Adeyemi'],
        ['db-replica', 'Database', 'Production', 'Dublin', 'Yusuf Adeyemi'],
        ['app-cluster', 'Application servers', 'Production', 'Frankfurt', 'Saoirse Lindqvist'],
        ['build', 'Build server', 'Development', '', 'Saoirse Lindqvist'],
      ].map(([assetId, systemType, environment, location, assignedOwner]) => ({
        assetId,
        systemType,
        environment,
        location,
        assignedOwner,
        lastReviewed: day(7),
      })),
    }),
    review: { by: 'noor', ago: 95, status: 'approved' },
  },
  {
    form: 'network-diagram',
    ago: 214,
    by: 'tobias',
    values: (day) => ({ submissionDate: day(0) }),
    file: { field: 'diagramFile', name: 'network' },
    review: { by: 'noor', ago: 212, status: 'approved' },
  },
  {
    form: 'penetration-test',
    ago: 33,
    by: 'tobias',
    values: (day) => ({
      submissionDate: day(0),
      testDate: day(12),
      vendorName: 'Northlight Security',
      summary:
        'The appointment book and its interface were tested for five days. Nothing critical was found. Two findings of medium severity are fixed, three of low severity are planned.',
    }),
    file: { field: 'pentestReport', name: 'pentest' },
  },
  {
    form: 'employee-performance-evaluation',
    ago: 150,
    by: 'ingrid',
    values: (day) => ({
      submissionDate: day(0),
      employeeName: 'Ruben Itoh',
      manager: 'Ingrid Solheim',
      reviewPeriodTo: day(20),
      overallRating: 'meets-expectations',
      managerSignature: 'Ingrid Solheim',
      managerSignatureDate: day(1),
      managerComments: 'Requests are answered within a day. The goal of the next period is a guide for clinics that start with us.',
    }),
    review: { by: 'noor', ago: 148, status: 'rejected', reason: 'The signature of the employee is missing in the file. Please submit it again.' },
  },
  {
    form: 'access-request',
    ago: 9,
    by: 'saoirse',
    values: (day) => ({
      submissionDate: day(0),
      userName: 'Saoirse Lindqvist',
      accountsNeeded: 'Cloud console, production',
      permissionsNeeded: 'read',
      reasonForRequest: 'I am on call from next week and have to see the dashboards of the database.',
      accessGrantedBy: 'Tobias Renner',
      dateAccessGranted: day(-1),
    }),
    review: { by: 'tobias', ago: 8, status: 'approved', reason: 'Read access for the time on call.' },
  },
  {
    form: 'access-request',
    ago: 2,
    by: 'pavel',
    values: (day) => ({
      submissionDate: day(0),
      userName: 'Pavel Dragan',
      accountsNeeded: 'Test environment of the appointment book',
      permissionsNeeded: 'write',
      reasonForRequest: 'The findings of the last test are tested again once they are fixed.',
      accessGrantedBy: 'Yusuf Adeyemi',
      dateAccessGranted: day(-3),
    }),
  },
];
