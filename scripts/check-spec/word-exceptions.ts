/** Where a rule of words does not hold, with the reason. One that nothing needs is a fault, too. */
export const exceptions = {
  /** Properties of one name that differ in kind. */
  properties: {
    completed: 'An item is completed or not, and the progress of a control counts what is completed.',
    content: 'The content of a policy is rich text, that of a comment is a text.',
    data: 'It is the content of every envelope, whatever that is.',
    fields: 'The fields of a form are listed in their order, those that an external system has of a member are named.',
    inherent: 'Statistics count the risks of each level, and in one number those without a rating.',
    raw: 'Of a check of a computer it is what the system answered, of a rating the number before it is scaled.',
    residual: 'As for `inherent`.',
    stale: 'Statistics of computers count those that are stale.',
    metadata: 'The metadata of an organization are a text that its client keeps as it likes.',
    version: 'The version of a framework is the label of its publisher, that of a document is counted.',
  },
  /** Schemas whose properties are no fields of a record. */
  schemas: {
    ComplianceResource: 'As for `TrustPortalFrameworkSetting`.',
    ComplianceResourceUpload: 'As for `TrustPortalFrameworkSetting`.',
    DevicePolicyResult: 'It is passed on as the device management system has it.',
    FrameworkScopePreview: 'As for `UpdatePreview`.',
    OrganizationOnboarding: 'Each property is a step, and says whether it is done.',
    OverviewScores: 'Each property is the score of a part of the program.',
    Problem: 'RFC 9457 names its fields.',
    SearchFacets: 'Each property is a field of the results, whose values are counted.',
    TrustPortalFrameworkSetting: 'The page names frameworks that need not be adopted.',
    TrustPortalFrameworksUpdate: 'The page names frameworks that need not be adopted.',
    UpdatePreview: 'Each property is what would happen to the records of a kind.',
  },
  /** Enumerations whose values are not in snake_case. */
  enumerations: {
    ApiKeyScope: 'A permission is a resource and an action.',
    'AuditLogData.method': 'HTTP writes methods so.',
    'ControlPolicy.displayFormat': 'The conventions give the values.',
    'ControlPolicy.visibility': 'The conventions give the values.',
    EvidenceFormType: 'The conventions give the values.',
    FrameworkSyncKind: 'The sheet of the area gives the values.',
    IntegrationCategory: 'A category is what a catalog shows as its heading.',
    PermissionResource: 'Resources are named as the permission matrix has them.',
    PolicyDisplayFormat: 'The conventions give the values.',
    PolicyVisibility: 'The conventions give the values.',
    RiskLevelLabel: 'A label is shown as it is.',
    'SoaColumn.name': 'A column is named after the property that it shows.',
    TaskAutomationStatus: 'The conventions give the values.',
    TimelineCompletionType: 'They are written like the states of timelines and phases.',
    TimelinePhaseStatus: 'The conventions give the values.',
    TimelineStatus: 'The conventions give the values.',
    TrainingVideoId: 'The conventions give the ids.',
    'TrustPortalDnsRecord.type': 'DNS writes types of records so.',
  },
  /** Operations with PATCH that are not called update…. */
  patches: {
    bulkAssignTasks: 'It changes one field of many tasks, and its name says which.',
    bulkUpdateTaskStatus: 'It changes one field of many tasks, and its name says which.',
    reorderTasks: 'It moves many tasks on the board.',
    reviewEvidenceSubmission: 'It decides about a submission, and a decision is final.',
  },
  /** Operations with PUT that are not called replace…. */
  puts: {
    completeTrainingVideo: 'It sets one time, once.',
    ensureSoaSetup: 'It creates what is missing and replaces nothing.',
    reorderTrustCustomLinks: 'It moves links, and keeps those that it does not name.',
    toggleTrustPortal: 'It changes one property of the settings.',
    toggleTrustPortalQuestionnaire: 'It changes one property of the settings.',
    updateComment: 'The interface specification gives the operation.',
    uploadComplianceResource: 'It uploads a file, the first one or another.',
    uploadContent: 'A file is uploaded once.',
    upsertControls: 'It creates or updates many controls, and replaces none as a whole.',
    upsertMembers: 'It adds or updates many people, and replaces none as a whole.',
    upsertRisks: 'It creates or updates many risks, and replaces none as a whole.',
    upsertVendors: 'It creates or updates many vendors, and replaces none as a whole.',
  },
  /** Booleans that hold unless they are sent as false. */
  defaults: { includeExpired: 'Expired invitations are listed until they are revoked.' },
  /** Text filters that are not called search. */
  filters: { pathContains: 'It looks into one field only, beside `search`.' },
  /** Words of paths that have two kinds of records behind them. */
  paths: {
    controls: 'A control has its own paths, and is named where a policy is unlinked from it.',
    policies: 'A policy has its own paths, and is named where a control is unlinked from it.',
    answers: 'A statement of applicability is answered control by control, a questionnaire question by question.',
    runs: 'Runs of checks are not background runs.',
  },
} as const;

const needed = new Set<string>();

/** Whether there is an exception of this name, which is noted as needed. */
export function isExcepted(group: Readonly<Record<string, string>>, name: string): boolean {
  if (!Object.hasOwn(group, name)) return false;
  needed.add(name);
  return true;
}

/** The exceptions that nothing has needed so far. */
export const unneededExceptions = (): string[] =>
  Object.values(exceptions).flatMap((group) => Object.keys(group).filter((name) => !needed.has(name)));
