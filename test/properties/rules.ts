/** Rules that no schema can express: they reject requests as invalid that fit the contract. */
import { operations, type Operation } from '#generated/operations';
import type { GeneratedRequest } from './requests.ts';
import { signatureMark } from './values.ts';

export interface Rule {
  /** The field as `details` names it, with `*` for an index in a list or for an arbitrary name. */
  readonly field: string;
  readonly reason: string;
  /** A request that fits the contract and breaks the rule. */
  readonly shownBy: GeneratedRequest;
}

const baseRequest = { credential: 'session', path: {}, query: [], headers: {} } as const;

/** The texts of a template of engagement letters, with the field that `details` names. */
const letterTexts = [
  ...[
    'scope',
    'criteria',
    'organizationResponsibilities',
    'auditorResponsibilities',
    'independenceStatement',
    'confidentialityTerms',
    'otherTerms',
  ].map((field) => ({ field, fields: { [field]: '{{7*7}}' } })),
  { field: 'deliverables.*', fields: { deliverables: ['{{7*7}}'] } },
];

/** Days of an engagement letter in the wrong order, with the field that `details` names. */
const letterDays = [
  { field: 'periodEnd', fields: { periodStart: '2026-03-02', periodEnd: '2026-03-01' } },
  { field: 'fieldworkEnd', fields: { fieldworkStart: '2026-03-02', fieldworkEnd: '2026-03-01' } },
  { field: 'reportDueDate', fields: { fieldworkEnd: '2026-03-02', reportDueDate: '2026-03-01' } },
];

/** All rules. For each rule, requests.test.ts sends the request in `shownBy`, which shows that the rule is needed. */
export const rules: readonly Rule[] = [
  {
    field: 'name',
    reason: 'no quotes and control characters; the released contract allows them',
    shownBy: { ...baseRequest, operation: 'createApiKey', body: { name: '"', scopes: ['risk:read'] } },
  },
  {
    field: 'frameworkScopes.*.frameworkId',
    reason: 'it is compared with frameworkIds',
    shownBy: {
      ...baseRequest,
      operation: 'addFrameworks',
      body: { frameworkIds: ['x'], frameworkScopes: [{ frameworkId: 'y', scope: [] }] },
    },
  },
  {
    field: 'frameworkScopes.*.scope',
    reason: 'the framework has no such parts',
    shownBy: {
      ...baseRequest,
      operation: 'addFrameworks',
      body: { frameworkIds: ['x'], frameworkScopes: [{ frameworkId: 'x', scope: [' '] }] },
    },
  },
  {
    field: 'profile',
    reason: 'it has to be a profile that selects controls of the catalog',
    shownBy: {
      ...baseRequest,
      operation: 'importFrameworkProfile',
      path: { id: '@id:frm:0' },
      body: { profile: { imports: [] }, catalogFrameworkId: '@id:frm:1' },
    },
  },
  {
    field: 'profile',
    reason: 'as of another framework',
    shownBy: {
      ...baseRequest,
      operation: 'importFrameworkRequirements',
      path: { id: '@id:frm:0' },
      body: { fileName: 'a.json', fileType: 'application/json', fileData: 'e30=', profile: { imports: [] } },
    },
  },
  {
    field: 'name',
    reason: 'a built-in role has this name already; and the spaces at its end, which do not count, may be all there is of it',
    shownBy: { ...baseRequest, operation: 'createRole', body: { name: 'Owner', permissions: {} } },
  },
  {
    field: 'name',
    reason: 'as on creation',
    shownBy: { ...baseRequest, operation: 'updateRole', path: { roleId: '@id:rol:0' }, body: { name: 'a ' } },
  },
  {
    field: 'toSequence',
    reason: 'it is compared with fromSequence',
    shownBy: {
      ...baseRequest,
      operation: 'verifyAuditLog',
      query: [
        ['fromSequence', '2'],
        ['toSequence', '1'],
      ],
    },
  },
  {
    field: 'justification',
    reason: 'a control that does not apply has to say why',
    shownBy: {
      ...baseRequest,
      operation: 'updateSoaAnswer',
      path: { documentId: '@id:soa_doc:0', questionId: 'A.5.1' },
      body: { isApplicable: false },
    },
  },
  {
    field: 'settings.*.role',
    reason: 'the name of a role of the organization, each of them once',
    shownBy: {
      ...baseRequest,
      operation: 'replaceRoleNotificationSettings',
      body: {
        settings: [
          {
            role: 'nonsense',
            policyNotifications: true,
            taskReminders: true,
            taskAssignments: true,
            taskMentions: true,
            weeklyTaskDigest: true,
            findingNotifications: true,
          },
        ],
      },
    },
  },
  {
    field: 'role',
    reason: 'a role of the organization, by id or name',
    shownBy: { ...baseRequest, operation: 'createMember', body: { userId: '@id:usr:0', role: 'nonsense' } },
  },
  {
    field: 'role',
    reason: 'as on creation',
    shownBy: { ...baseRequest, operation: 'updateMember', path: { id: '@id:mem:0' }, body: { role: 'nonsense' } },
  },
  {
    field: 'roles',
    reason: 'either this or role',
    shownBy: { ...baseRequest, operation: 'updateMember', path: { id: '@id:mem:0' }, body: { role: 'admin', roles: ['admin'] } },
  },
  {
    field: 'roles.*',
    reason: 'each a role of the organization',
    shownBy: { ...baseRequest, operation: 'updateMember', path: { id: '@id:mem:0' }, body: { roles: ['admin', 'nonsense'] } },
  },
  {
    field: 'credentials.*',
    reason: 'those that the provider has, and as it wants them',
    shownBy: {
      ...baseRequest,
      operation: 'createIntegrationConnection',
      body: { providerSlug: 'csv-people', credentials: { token: 'x' } },
    },
  },
  {
    field: 'variables.*',
    reason: 'those that the provider has, and of their type',
    shownBy: {
      ...baseRequest,
      operation: 'createIntegrationConnection',
      body: { providerSlug: 'csv-people', credentials: { csv: 'email' }, variables: { color: 'red' } },
    },
  },
  {
    field: 'syncCadence',
    reason: 'a cron expression that comes due, and not too often',
    shownBy: {
      ...baseRequest,
      operation: 'updateIntegrationConnection',
      path: { connectionId: '@id:icn:0' },
      body: { syncCadence: 'daily' },
    },
  },
  {
    field: 'credentials.*',
    reason: 'as on creation',
    shownBy: {
      ...baseRequest,
      operation: 'replaceIntegrationCredentials',
      path: { connectionId: '@id:icn:0' },
      body: { credentials: { token: 'x' } },
    },
  },
  {
    field: 'serviceIds.*',
    reason: 'those that the provider has',
    shownBy: {
      ...baseRequest,
      operation: 'replaceConnectionServices',
      path: { connectionId: '@id:icn:0' },
      body: { serviceIds: ['storage'] },
    },
  },
  {
    field: 'variables.*',
    reason: 'as on creation',
    shownBy: {
      ...baseRequest,
      operation: 'updateConnectionVariables',
      path: { connectionId: '@id:icn:0' },
      body: { variables: { color: 'red' } },
    },
  },
  {
    field: 'providerSlug',
    reason: 'one that has employees',
    shownBy: { ...baseRequest, operation: 'replaceEmployeeSyncProvider', body: { providerSlug: 'http-json' } },
  },
  {
    field: 'providerSlug',
    reason: 'one that has devices',
    shownBy: { ...baseRequest, operation: 'replaceDeviceSyncProvider', body: { providerSlug: 'scim-directory' } },
  },
  {
    field: 'providerSlug',
    reason: 'one that knows about second factors',
    shownBy: { ...baseRequest, operation: 'replaceTwoFactorSource', body: { providerSlug: 'http-json' } },
  },
  {
    field: '_errors',
    reason: 'bytes have no schema that could say how many there are',
    shownBy: {
      ...baseRequest,
      operation: 'uploadContent',
      credential: 'none',
      path: { id: '@id:upl:0' },
      query: [
        ['expires', '9999999999'],
        ['signature', signatureMark],
      ],
      bytes: '',
    },
  },
  {
    field: 'scope',
    reason: 'parts of the framework, the required ones among them',
    shownBy: { ...baseRequest, operation: 'previewFrameworkScope', path: { id: '@id:frm:0' }, query: [['scope', ' ']] },
  },
  ...['from', 'to'].map((field) => ({
    field,
    reason: 'a framework of the catalog',
    shownBy: {
      ...baseRequest,
      operation: 'getFrameworkCrosswalk' as const,
      query: [
        ['from', ' '],
        ['to', ' '],
      ] as const,
    },
  })),
  {
    field: 'scope',
    reason: 'as for the preview of a scope',
    shownBy: { ...baseRequest, operation: 'previewFrameworkAdoption', path: { frameworkId: '@id:frk:0' }, query: [['scope', ' ']] },
  },
  {
    field: 'scope',
    reason: 'as for the preview',
    shownBy: { ...baseRequest, operation: 'replaceFrameworkScope', path: { id: '@id:frm:0' }, body: { scope: [] } },
  },
  {
    field: 'domain',
    reason: 'a host name, which may be written in letters of any language',
    shownBy: { ...baseRequest, operation: 'replaceTrustPortalDomain', body: { domain: '!' } },
  },
  {
    field: 'domains.*',
    reason: 'as for one domain',
    shownBy: { ...baseRequest, operation: 'replaceTrustPortalAllowedDomains', body: { domains: ['!'] } },
  },
  {
    field: 'frameworks.*.framework',
    reason: 'each of them once',
    shownBy: {
      ...baseRequest,
      operation: 'updateTrustPortalFrameworks',
      body: {
        frameworks: [
          { framework: 'gdpr', enabled: true },
          { framework: 'gdpr', enabled: false },
        ],
      },
    },
  },
  {
    field: 'complianceBadges.*.type',
    reason: 'each of them once',
    shownBy: {
      ...baseRequest,
      operation: 'updateVendorTrustSettings',
      path: { id: '@id:vnd:0' },
      body: {
        complianceBadges: [
          { type: 'soc2', verified: true },
          { type: 'soc2', verified: false },
        ],
      },
    },
  },
  {
    field: 'framework',
    reason: 'a certificate is of exactly one framework, of the page or of the organization',
    shownBy: {
      ...baseRequest,
      operation: 'uploadComplianceResource',
      body: { fileName: 'a.pdf', fileType: 'application/pdf', fileData: 'JVBERi0xLjcK' },
    },
  },
  {
    field: 'faqs.*.answer',
    reason: 'HTML, which is taken out, may be all there is of it',
    shownBy: { ...baseRequest, operation: 'replaceTrustPortalFaqs', body: { faqs: [{ question: 'Where?', answer: '<br>' }] } },
  },
  {
    field: 'low',
    reason: 'the bounds of the levels rise',
    shownBy: { ...baseRequest, operation: 'replaceRiskRatingBands', body: { veryLow: 5, low: 5, medium: 5, high: 5 } },
  },
  {
    field: 'medium',
    reason: 'the bounds of the levels rise',
    shownBy: { ...baseRequest, operation: 'replaceRiskRatingBands', body: { veryLow: 5, low: 5, medium: 5, high: 5 } },
  },
  {
    field: 'high',
    reason: 'the bounds of the levels rise',
    shownBy: { ...baseRequest, operation: 'replaceRiskRatingBands', body: { veryLow: 5, low: 5, medium: 5, high: 5 } },
  },
  {
    field: 'displayFormat',
    reason: 'a policy without a PDF is shown as text',
    shownBy: { ...baseRequest, operation: 'updatePolicy', path: { id: '@id:pol:0' }, body: { displayFormat: 'PDF' } },
  },
  {
    field: 'datesPinned',
    reason: 'a date that is set is pinned',
    shownBy: {
      ...baseRequest,
      operation: 'updateTimelinePhase',
      path: { id: '@id:tli:0', phaseId: '@id:tlp:0' },
      body: { startDate: '2026-03-02T00:00:00.000Z', datesPinned: false },
    },
  },
  {
    field: 'endDate',
    reason: 'a phase ends after it starts',
    shownBy: {
      ...baseRequest,
      operation: 'updateTimelinePhase',
      path: { id: '@id:tli:0', phaseId: '@id:tlp:0' },
      body: { startDate: '2026-03-02T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z' },
    },
  },
  {
    field: 'status',
    reason: 'a review begins when the task is submitted',
    shownBy: { ...baseRequest, operation: 'updateTask', path: { taskId: '@id:tsk:0' }, body: { status: 'in_review' } },
  },
  {
    field: 'notRelevantJustification',
    reason: 'a task that does not apply has to say why, and any other has nothing to say',
    shownBy: {
      ...baseRequest,
      operation: 'updateTask',
      path: { taskId: '@id:tsk:0' },
      body: { status: 'todo', notRelevantJustification: 'x' },
    },
  },
  {
    field: 'status',
    reason: 'as for one task',
    shownBy: { ...baseRequest, operation: 'bulkUpdateTaskStatus', body: { taskIds: ['@id:tsk:0'], status: 'in_review' } },
  },
  {
    field: 'notRelevantJustification',
    reason: 'as for one task',
    shownBy: {
      ...baseRequest,
      operation: 'bulkUpdateTaskStatus',
      body: { taskIds: ['@id:tsk:0'], status: 'todo', notRelevantJustification: 'x' },
    },
  },
  {
    field: 'updates.*.status',
    reason: 'as for one task, and a place has no justification',
    shownBy: { ...baseRequest, operation: 'reorderTasks', body: { updates: [{ id: '@id:tsk:0', order: 1, status: 'in_review' }] } },
  },
  {
    field: 'updates.*.id',
    reason: 'each task once',
    shownBy: {
      ...baseRequest,
      operation: 'reorderTasks',
      body: {
        updates: [
          { id: '@id:tsk:0', order: 1, status: 'todo' },
          { id: '@id:tsk:0', order: 2, status: 'todo' },
        ],
      },
    },
  },
  {
    field: 'data.*',
    reason: 'what the fields of the form take',
    shownBy: { ...baseRequest, operation: 'createEvidenceSubmission', path: { formType: 'meeting' }, body: { data: {} } },
  },
  {
    field: 'anonymous',
    reason: 'only whistleblower reports have no author',
    shownBy: { ...baseRequest, operation: 'createEvidenceSubmission', path: { formType: 'meeting' }, body: { data: {}, anonymous: true } },
  },
  {
    field: 'reason',
    reason: 'a rejection has one',
    shownBy: {
      ...baseRequest,
      operation: 'reviewEvidenceSubmission',
      path: { formType: 'access-request', submissionId: '@id:evs:0' },
      body: { action: 'rejected' },
    },
  },
  {
    field: 'fileName',
    reason: 'a file has a name',
    shownBy: {
      ...baseRequest,
      operation: 'completeOffboardingItem',
      path: { memberId: '@id:mem:0', templateItemId: '@id:oct:0' },
      body: { fileData: 'eA==' },
    },
  },
  {
    field: 'fileType',
    reason: 'a file has a type',
    shownBy: {
      ...baseRequest,
      operation: 'completeOffboardingItem',
      path: { memberId: '@id:mem:0', templateItemId: '@id:oct:0' },
      body: { fileData: 'eA==' },
    },
  },
  {
    field: 'fileData',
    reason: 'a file comes in one way',
    shownBy: {
      ...baseRequest,
      operation: 'completeOffboardingItem',
      path: { memberId: '@id:mem:0', templateItemId: '@id:oct:0' },
      body: { fileName: 'x', fileType: 'text/plain' },
    },
  },
  {
    field: 'fileName',
    reason: 'as for a completion',
    shownBy: {
      ...baseRequest,
      operation: 'revokeVendorAccess',
      path: { memberId: '@id:mem:0', vendorId: '@id:vnd:0' },
      body: { fileData: 'eA==' },
    },
  },
  {
    field: 'fileType',
    reason: 'as for a completion',
    shownBy: {
      ...baseRequest,
      operation: 'revokeVendorAccess',
      path: { memberId: '@id:mem:0', vendorId: '@id:vnd:0' },
      body: { fileData: 'eA==' },
    },
  },
  {
    field: 'fileData',
    reason: 'as for a completion',
    shownBy: {
      ...baseRequest,
      operation: 'revokeVendorAccess',
      path: { memberId: '@id:mem:0', vendorId: '@id:vnd:0' },
      body: { fileName: 'x', fileType: 'text/plain' },
    },
  },
  {
    field: 'completedAt',
    reason: 'a time in the past',
    shownBy: {
      ...baseRequest,
      operation: 'completeTrainingVideo',
      path: { videoId: 'sat-1' },
      body: { completedAt: '2999-01-01T00:00:00.000Z' },
    },
  },
  {
    field: 'nodes.*.id',
    reason: 'each id once',
    shownBy: { ...baseRequest, operation: 'replaceOrgChart', body: { nodes: [{ id: 'a' }, { id: 'a' }], edges: [] } },
  },
  {
    field: 'edges.*.id',
    reason: 'each id once',
    shownBy: {
      ...baseRequest,
      operation: 'replaceOrgChart',
      body: {
        nodes: [{ id: 'a' }],
        edges: [
          { id: 'b', source: 'a', target: 'a' },
          { id: 'b', source: 'a', target: 'a' },
        ],
      },
    },
  },
  {
    field: 'narrative',
    reason: 'a text in the shape of the type of the document',
    shownBy: {
      ...baseRequest,
      operation: 'replaceIsmsNarrative',
      path: { documentId: '@id:isms_doc:1' },
      body: { narrative: { statement: 'x', commitments: [] } },
    },
  },
  {
    field: 'plannedEndDate',
    reason: 'it is compared with plannedStartDate',
    shownBy: {
      ...baseRequest,
      operation: 'createIsmsRegisterRow',
      path: { documentId: '@id:isms_doc:1', register: 'audits' },
      body: { plannedStartDate: '2026-03-02', plannedEndDate: '2026-03-01' },
    },
  },
  {
    field: 'plannedEndDate',
    reason: 'as on creation, and with what is stored',
    shownBy: {
      ...baseRequest,
      operation: 'updateIsmsRegisterRow',
      path: { register: 'audits', rowId: '@id:isms_aud:0' },
      body: { plannedStartDate: '2026-03-02', plannedEndDate: '2026-03-01' },
    },
  },
  {
    field: 'periodStart',
    reason: 'the first day of a period of the metric, which is not in the future',
    shownBy: {
      ...baseRequest,
      operation: 'createIsmsRegisterRow',
      path: { documentId: '@id:isms_doc:0', register: 'measurements' },
      body: { metricId: '@id:isms_met:0', periodStart: '2026-03-02', value: 'x' },
    },
  },
  {
    field: 'periodStart',
    reason: 'as on creation',
    shownBy: {
      ...baseRequest,
      operation: 'updateIsmsRegisterRow',
      path: { register: 'measurements', rowId: '@id:isms_msr:0' },
      body: { periodStart: '2026-03-02' },
    },
  },
  {
    field: 'measurements.*.periodStart',
    reason: 'as of one measurement',
    shownBy: {
      ...baseRequest,
      operation: 'bulkCreateIsmsMeasurements',
      path: { documentId: '@id:isms_doc:0' },
      body: { measurements: [{ metricId: '@id:isms_met:0', periodStart: '2026-03-02', value: 'x' }] },
    },
  },
  {
    field: 'edges.*.source',
    reason: 'the id of a node',
    shownBy: {
      ...baseRequest,
      operation: 'replaceOrgChart',
      body: { nodes: [{ id: 'a' }], edges: [{ id: 'b', source: 'c', target: 'a' }] },
    },
  },
  {
    field: 'edges.*.target',
    reason: 'the id of a node',
    shownBy: {
      ...baseRequest,
      operation: 'replaceOrgChart',
      body: { nodes: [{ id: 'a' }], edges: [{ id: 'b', source: 'a', target: 'c' }] },
    },
  },
  {
    field: 'website',
    reason: 'an address, of which a pattern says only how it begins',
    shownBy: { ...baseRequest, operation: 'createVendor', body: { name: 'x', description: 'x', website: 'http:///' } },
  },
  {
    field: 'website',
    reason: 'as on creation',
    shownBy: { ...baseRequest, operation: 'updateVendor', path: { id: '@id:vnd:0' }, body: { website: 'http:///' } },
  },
  ...['targetUrl', 'repoUrl'].map((field): Rule => ({
    field,
    reason: 'an address without a user name that leads to a public host',
    shownBy: {
      ...baseRequest,
      operation: 'createPenetrationTest',
      body: { targetUrl: 'https://example.com/', testMode: true, [field]: 'https://somebody@example.com/' },
    },
  })),
  {
    field: 'reason',
    reason: 'an issue is accepted, or called a false positive, for a reason',
    shownBy: { ...baseRequest, operation: 'updatePenetrationTestIssue', path: { issueId: 'x' }, body: { status: 'accepted' } },
  },
  {
    field: 'after',
    reason: 'the id of an event of the penetration test',
    shownBy: { ...baseRequest, operation: 'listPenetrationTestEvents', path: { id: '@id:ptr:0' }, query: [['after', 'x']] },
  },
  {
    field: 'reason',
    reason: 'characters that are blank do not count',
    shownBy: { ...baseRequest, operation: 'markCloudFindingException', path: { id: 'x' }, body: { reason: `too${' '.repeat(20)}short` } },
  },
  {
    field: 'expiresAt',
    reason: 'a time in the future',
    shownBy: {
      ...baseRequest,
      operation: 'markCloudFindingException',
      path: { id: 'x' },
      body: { reason: 'x'.repeat(20), expiresAt: '2000-01-01T00:00:00Z' },
    },
  },
  {
    field: 'signedAt',
    reason: 'a paper was signed after the letter was sent, and not in the future',
    shownBy: {
      ...baseRequest,
      operation: 'recordEngagementSignature',
      path: { id: '@id:loe:0' },
      body: {
        ...{ party: 'auditor', signerName: 'x', signerEmail: 'x@example.com', signedAt: '2999-01-01' },
        ...{ fileName: 'a.pdf', fileType: 'application/pdf', fileData: 'JVBERi0=' },
      },
    },
  },
  ...letterDays.flatMap(({ field, fields }): Rule[] => [
    {
      field,
      reason: 'days are in order',
      shownBy: {
        ...baseRequest,
        operation: 'createEngagementLetter',
        body: { auditorFirm: 'x', auditorContactName: 'x', auditorContactEmail: 'x@example.com', ...fields },
      },
    },
    {
      field,
      reason: 'as on creation',
      shownBy: { ...baseRequest, operation: 'updateEngagementLetter', path: { id: '@id:loe:0' }, body: fields },
    },
  ]),
  ...letterTexts.flatMap(({ field, fields }): Rule[] => [
    {
      field,
      reason: 'no placeholders but those that there are',
      shownBy: {
        ...baseRequest,
        operation: 'createEngagementLetterTemplate',
        body: {
          name: 'x',
          engagementType: 'certification_audit',
          scope: 'x',
          criteria: 'x',
          deliverables: ['x'],
          organizationResponsibilities: 'x',
          auditorResponsibilities: 'x',
          independenceStatement: 'x',
          confidentialityTerms: 'x',
          otherTerms: 'x',
          ...fields,
        },
      },
    },
    {
      field,
      reason: 'as on creation',
      shownBy: { ...baseRequest, operation: 'updateEngagementLetterTemplate', path: { templateId: '@id:lot:0' }, body: fields },
    },
  ]),
];

/** Operations that random requests hardly ever make succeed, because they need a state that several specific requests create. */
export const rarelySuccessful: Readonly<Record<string, string>> = {
  removeMemberHost: 'a host needs device management',
  deleteEmploymentEvidence: 'a file is of one member and one event',
  createEvidenceSubmission: 'values of all fields of a form',
  submitSoaForApproval: 'a document with all of its controls decided, and an owner or admin',
  approveSoaDocument: 'a document that waits for the caller',
  declineSoaDocument: 'as for the approval',
  exportSoa: 'an approved document',
  approveTask: 'a task that waits for the caller',
  rejectTask: 'a task in review',
  getTaskAttachmentDownloadUrl: 'a file is of one task',
  deleteTaskAttachment: 'a file is of one task',
  reopenOffboardingItem: 'a completion is of one member and one item',
  addOffboardingEvidence: 'as for reopening',
  undoVendorRevocation: 'a revocation is of one member and one vendor',
};

/** Matches fields with the id of a record or the key of a file: only the database knows whether it exists and is allowed here. */
const referenceField = /(^i|I)ds?(\.\d+)?$|(^|\.)fileKey$/;

/** @returns whether the service may call this field invalid although the request fits the contract */
export function mayBeInvalid({ operation }: GeneratedRequest, field: string): boolean {
  const { paged }: Operation = operations[operation];
  return (
    referenceField.test(field) ||
    (paged !== undefined && field === 'cursor') ||
    rules.some((rule) => rule.shownBy.operation === operation && appliesTo(rule, field))
  );
}

/** @returns whether a rule applies to this field */
export function appliesTo(rule: Pick<Rule, 'field'>, field: string): boolean {
  const [prefix, suffix] = rule.field.split('*');
  return suffix === undefined
    ? field === prefix
    : field.length >= rule.field.length - 1 && field.startsWith(prefix ?? '') && field.endsWith(suffix);
}
