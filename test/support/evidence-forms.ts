/** Evidence forms for tests. */
import { expect } from 'vitest';
import type { FormType } from '#domain/evidence-forms/count';
import type { Caller } from './app.ts';

type Call = Caller['call'];

export const inventoryRow = {
  assetId: 'db-primary',
  systemType: 'Database',
  environment: 'Production',
  assignedOwner: 'Ada Marsh',
  lastReviewed: '2026-03-31',
};
export const roleRow = {
  system: 'Billing',
  roleName: 'Clerk',
  permissionsScope: 'Creates invoices',
  approvedBy: 'Chen Liu',
  lastReviewed: '2026-05-15',
};
const submissionDate = '2026-05-20';
const minutes = {
  submissionDate,
  attendees: 'Ada Marsh, Chen Liu',
  date: '2026-05-19',
  meetingMinutes: 'The budget was agreed.',
  meetingMinutesApprovedBy: 'Mira Castellan',
  approvedDate: '2026-05-20',
};

/** Valid values for each form; the key of the penetration test report refers to no file. */
export const valuesOf: Readonly<Record<FormType, Readonly<Record<string, unknown>>>> = {
  meeting: minutes,
  'board-meeting': minutes,
  'it-leadership-meeting': minutes,
  'risk-committee-meeting': minutes,
  'access-request': {
    submissionDate,
    userName: 'Ada Marsh',
    accountsNeeded: 'Analytics',
    permissionsNeeded: 'read',
    reasonForRequest: 'Figures for the management review.',
    accessGrantedBy: 'Chen Liu',
    dateAccessGranted: '2026-05-20',
  },
  'whistleblower-report': {
    incidentDate: '2026-05-12',
    complaintDetails: 'An invoice was paid twice.',
    individualsInvolved: 'A clerk.',
    evidence: 'Both invoices.',
  },
  'penetration-test': {
    submissionDate,
    testDate: '2026-05-11',
    vendorName: 'Northlight Security',
    summary: 'Two findings, both fixed.',
    pentestReport: { fileName: 'Report.pdf', fileKey: 'none' },
  },
  'rbac-matrix': { submissionDate, matrixRows: [roleRow] },
  'infrastructure-inventory': { submissionDate, inventoryRows: [inventoryRow] },
  'employee-performance-evaluation': {
    submissionDate,
    employeeName: 'Ada Marsh',
    manager: 'Chen Liu',
    reviewPeriodTo: '2026-04-30',
    overallRating: 'meets-expectations',
    managerSignature: 'Chen Liu',
    managerSignatureDate: '2026-05-04',
    managerComments: 'A good year.',
  },
  'network-diagram': { submissionDate, diagramUrl: 'https://diagrams.example.com/network' },
  'tabletop-exercise': {
    submissionDate,
    exerciseDate: '2026-05-06',
    facilitator: 'Ada Marsh',
    scenarioType: 'ransomware',
    scenarioDescription: 'A laptop encrypts the shared folders.',
    attendees: [{ name: 'Chen Liu', roleTitle: 'Engineer', department: 'IT' }],
    sessionNotes: 'The backup was found within the hour.',
    actionItems: [{ finding: 'No number of the insurer', improvementAction: 'Add it', assignedOwner: 'Ada Marsh', dueDate: '2026-06-30' }],
  },
  'account-types': { submissionDate, accountTypeRows: [{ accountType: 'Guest', status: 'Disallowed' }] },
};
export const formTypes = [
  'meeting',
  'board-meeting',
  'it-leadership-meeting',
  'risk-committee-meeting',
  'access-request',
  'whistleblower-report',
  'penetration-test',
  'rbac-matrix',
  'infrastructure-inventory',
  'employee-performance-evaluation',
  'network-diagram',
  'tabletop-exercise',
  'account-types',
] as const satisfies readonly FormType[];

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
export const report = { fileName: 'Report.pdf', fileType: 'application/pdf', fileData: pdf.toString('base64') };

/** Submits a form. @param values override or extend the valid values of the form @param fields of the body besides `data` */
export async function submit(call: Call, formType: FormType, values: object = {}, fields: object = {}) {
  const answer = await call('POST', `/v1/evidence-forms/${formType}/submissions`, {
    body: { data: { ...valuesOf[formType], ...values }, ...fields },
  });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Uploads a file for a form. @returns the file in the answer */
export async function uploadFor(call: Call, formType: FormType, fields: object = {}) {
  const answer = await call('POST', '/v1/evidence-forms/uploads', { body: { formType, ...report, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Reviews a submission. */
export function review(call: Call, { formType, id }: { readonly formType: string; readonly id: string }, body: object) {
  return call('PATCH', `/v1/evidence-forms/${formType}/submissions/${id}/review`, { body });
}
