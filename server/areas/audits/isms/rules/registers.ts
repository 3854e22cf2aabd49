/** Registers: their documents, parent registers, and the fields that are stored as columns (0022_audits.sql). */
import type { components } from '#generated/api';
import type { JsonObject } from '#platform/json-object';
import type { DocumentType } from './pack.ts';

type Schemas = components['schemas'];
export type RegisterName = Schemas['IsmsRegister'];
export type Row = Schemas['IsmsRegisterRow'];
export type RowOf<Name extends RegisterName> = Extract<Row, { readonly register: Name }>;

/** A field that references another row, and the register of that row. */
interface Reference {
  readonly field: string;
  readonly register: RegisterName;
}
export interface Register {
  readonly prefix: string;
  readonly type: DocumentType;
  /** Whether rows can be derived from data. If so, they have a source. */
  readonly isDerivable: boolean;
  /** The field that contains the key of a predefined row. */
  readonly keyField?: string;
  /** The prefix of references, which is followed by the year, if `hasYear`, and a counter. */
  readonly reference?: { readonly prefix: string; readonly hasYear: boolean };
  readonly parent?: Reference;
  readonly link?: Reference;
  /** Fields that reference members. There are at most two. */
  readonly members: readonly string[];
  /** Whether rows have the time when they were recorded. */
  readonly isRecorded: boolean;
  /** Defaults of all other fields. The default of nullable fields is null. */
  readonly defaults: JsonObject;
}

const base = { isDerivable: false, members: [], isRecorded: false } as const;
const derivable = { ...base, isDerivable: true } as const;

export const registers: Readonly<Record<RegisterName, Register>> = {
  'context-issues': { ...derivable, prefix: 'isms_ci', type: 'context_of_organization', defaults: { category: null } },
  'interested-parties': { ...derivable, prefix: 'isms_ip', type: 'interested_parties_register', defaults: {} },
  requirements: {
    ...derivable,
    prefix: 'isms_ipr',
    type: 'interested_parties_requirements',
    link: { field: 'interestedPartyId', register: 'interested-parties' },
    defaults: {},
  },
  objectives: {
    ...derivable,
    prefix: 'isms_obj',
    type: 'objectives_plan',
    members: ['ownerMemberId'],
    defaults: { target: null, cadence: null, plan: null, measurementMethod: null, status: 'not_started' },
  },
  roles: {
    ...derivable,
    prefix: 'isms_role',
    type: 'roles_and_responsibilities',
    keyField: 'roleKey',
    members: ['auditRouteMemberId'],
    defaults: {
      description: '',
      responsibilities: '',
      authorities: '',
      requiredCompetence: '',
      authorityGrantedBy: 'Top Management',
      auditRoute: null,
      auditFirmName: null,
      auditEvidenceRef: null,
      auditCourse: null,
      auditDueDate: null,
    },
  },
  'role-assignments': {
    ...base,
    prefix: 'isms_ra',
    type: 'roles_and_responsibilities',
    parent: { field: 'roleId', register: 'roles' },
    members: ['memberId'],
    defaults: { basisOfCompetence: null, evidenceRetained: null, gap: null, remediationAction: null, remediationDueDate: null },
  },
  metrics: {
    ...derivable,
    prefix: 'isms_met',
    type: 'monitoring',
    keyField: 'metricKey',
    link: { field: 'objectiveId', register: 'objectives' },
    members: ['monitorMemberId', 'analyzeMemberId'],
    defaults: { whatIsMeasured: '', method: '', cadence: null, target: null, dataSource: 'manual', isActive: true },
  },
  measurements: {
    ...base,
    prefix: 'isms_msr',
    type: 'monitoring',
    parent: { field: 'metricId', register: 'metrics' },
    members: ['enteredById'],
    isRecorded: true,
    defaults: { note: null, source: 'manual' },
  },
  audits: {
    ...base,
    prefix: 'isms_aud',
    type: 'internal_audit',
    reference: { prefix: 'IA-', hasYear: true },
    defaults: {
      scope: 'The ISMS as its scope statement describes it.',
      criteria: 'ISO/IEC 27001, the policies of the organization, and its own requirements.',
      auditorName: null,
      plannedStartDate: null,
      plannedEndDate: null,
      status: 'planned',
      conclusionVerdict: null,
      conclusionNotes: null,
      signoffAuditorName: null,
      signoffAuditorDate: null,
      signoffSpoName: null,
      signoffSpoDate: null,
      signoffTopMgmtName: null,
      signoffTopMgmtDate: null,
    },
  },
  'audit-controls': {
    ...derivable,
    prefix: 'isms_ac',
    type: 'internal_audit',
    keyField: 'controlKey',
    parent: { field: 'auditId', register: 'audits' },
    defaults: { whatWasTested: '', whereToFind: '', result: null, notes: null },
  },
  'audit-findings': {
    ...base,
    prefix: 'isms_af',
    type: 'internal_audit',
    reference: { prefix: 'F-', hasYear: false },
    parent: { field: 'auditId', register: 'audits' },
    link: { field: 'controlId', register: 'audit-controls' },
    members: ['ownerMemberId'],
    defaults: { clauseOrControl: null, dueDate: null, status: 'open', closureEvidence: null },
  },
  reviews: {
    ...base,
    prefix: 'isms_mr',
    type: 'management_review',
    reference: { prefix: 'MR-', hasYear: true },
    isRecorded: true,
    defaults: {
      meetingDate: null,
      chairName: null,
      attendees: [],
      status: 'planned',
      conclusionVerdict: null,
      conclusionNotes: null,
      decisionsText: 'Decisions about opportunities for improvement: none recorded yet.',
      changesText: 'Decisions about changes of the ISMS: none recorded yet.',
      signoffChairName: null,
      signoffChairDate: null,
    },
  },
  'review-inputs': {
    ...derivable,
    prefix: 'isms_mri',
    type: 'management_review',
    keyField: 'inputKey',
    parent: { field: 'reviewId', register: 'reviews' },
    defaults: { whatItCovers: '', whereToFind: '', discussionNotes: null, discussed: false },
  },
  'review-actions': {
    ...base,
    prefix: 'isms_mra',
    type: 'management_review',
    reference: { prefix: 'A', hasYear: false },
    parent: { field: 'reviewId', register: 'reviews' },
    members: ['ownerMemberId'],
    defaults: { dueDate: null, status: 'open' },
  },
};

/** @returns the rows of one register */
export function rowsOf<Name extends RegisterName>(rows: readonly Row[], register: Name): RowOf<Name>[] {
  return rows.filter((row): row is RowOf<Name> => row.register === register);
}
