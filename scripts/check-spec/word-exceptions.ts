/** Exceptions to the rules for words, each with a reason. Unused exceptions are faults, too. */
export const exceptions = {
  /** Properties with the same name and different types. */
  properties: {
    accept: 'A field of a form accepts some types of files, and whoever signs accepts the agreement or the letter.',
    answers: 'A questionnaire is answered question by question, the wizard of the ISMS by named answers.',
    checks: 'Checks of a source are records, those of a penetration test are kinds of weaknesses.',
    completed: 'An item is completed or not, and the progress of a control counts what is completed.',
    controls: 'A plan names the controls of a risk, other records have them in brief.',
    content: 'The content of a policy is rich text, that of a comment is a text.',
    data: 'It is the content of every envelope, whatever that is.',
    evidence:
      'The evidence of an offboarding is files, that of an issue an excerpt, and that of a finding of a cloud what its provider has said.',
    exception: 'The exception of a finding of a cloud is a record of its own.',
    exceptions: 'The history of an account lists exceptions, and says whether there are more.',
    fields: 'The fields of a form are listed in their order, those that an external system has of a member are named.',
    inScope: 'A requirement is in scope or not, the scope of the ISMS says what is.',
    inherent: 'Statistics count the risks of each level, and in one number those without a rating.',
    impact: 'The impact of a risk is rated, that of an issue is described.',
    permissions: 'A role grants actions by resource, a caller has the pairs of both.',
    phase: 'A phase of a timeline is a record, that of a penetration test is a name.',
    position: 'A node of a chart is somewhere on a plane, a row somewhere in a list.',
    projects: 'Services name projects of a cloud, and a list of organizations has them with their numbers.',
    provider: 'A check run has the provider in brief, the wizard of the ISMS lists what providers manage.',
    raw: 'Of a check of a computer it is what the system answered, of a rating the number before it is scaled.',
    regressions: 'As for `exceptions`.',
    requirement: 'The requirement of an interested party is a text, that of a framework a record.',
    residual: 'As for `inherent`.',
    resolutions: 'As for `exceptions`.',
    result: 'Of a run it is what it brought about, of a sample in an audit one word.',
    reviewedBy: 'Who has reviewed an exception need not be a member.',
    roles: 'A member has roles by name, the ISMS has them as a register.',
    scope: 'A framework is adopted in parts; a letter, an audit or a method says in a text what it covers.',
    services: 'A scan is told of services by their ids.',
    stale: 'Statistics of computers count those that are stale.',
    summary: 'Work on many members is summed up in numbers, an issue in words.',
    metadata: 'The metadata of an organization are a text that its client keeps as it likes.',
    version: 'The version of a framework is the label of its publisher, that of a document is counted.',
  },
  /** Schemas whose properties are not fields of a record. */
  schemas: {
    ComplianceResource: 'As for `TrustPortalFrameworkSetting`.',
    ComplianceResourceUpload: 'As for `TrustPortalFrameworkSetting`.',
    DevicePolicyResult: 'It is passed on as the device management system has it.',
    FrameworkScopePreview: 'As for `UpdatePreview`.',
    OrganizationOnboarding: 'Each property is a step, and says whether it is done.',
    OverviewScores: 'Each property is the score of a part of the program.',
    Problem: 'RFC 9457 names its fields.',
    SearchFacets: 'Each property is a field of the results, whose values are counted.',
    TrustPublicFramework: 'As for `TrustPortalFrameworkSetting`.',
    TrustPublicPortal: 'As for `TrustPortalFrameworkSetting`.',
    TrustSharedCertificate: 'As for `TrustPortalFrameworkSetting`.',
    TrustPortalFrameworkSetting: 'The page names frameworks that need not be adopted.',
    TrustPortalFrameworksUpdate: 'The page names frameworks that need not be adopted.',
    UpdatePreview: 'Each property is what would happen to the records of a kind.',
  },
  /** Enumerations whose values are not in snake_case. */
  enumerations: {
    ApiKeyScope: 'A permission is a resource and an action.',
    'AuditLogData.method': 'HTTP writes methods so.',
    CloudScanErrorCode: 'The rules of the area give the values.',
    'ControlPolicy.displayFormat': 'The conventions give the values.',
    EvidenceFormType: 'The conventions give the values.',
    FrameworkSyncKind: 'The rules of the area give the values.',
    IsmsDriftSource: 'The rules of the area give the values.',
    OscalModel: 'OSCAL gives the names.',
    IsmsRegister: 'The values are words of a path.',
    'GcpSetupStep.resolveAction.method': 'HTTP writes methods so.',
    IntegrationCategory: 'A category is what a catalog shows as its heading.',
    PermissionResource: 'Resources are named as the permission matrix has them.',
    PolicyDisplayFormat: 'The conventions give the values.',
    PolicyVisibility: 'The conventions give the values.',
    RiskLevelLabel: 'A label is shown as it is.',
    'SoaColumn.name': 'A column is named after the property that it shows.',
    TrainingVideoId: 'The conventions give the ids.',
    'TrustPortalDnsRecord.type': 'DNS writes types of records so.',
  },
  /** Operations with PATCH whose names do not begin with update. */
  patches: {
    bulkAssignTasks: 'It changes one field of many tasks, and its name says which.',
    bulkUpdateTaskStatus: 'It changes one field of many tasks, and its name says which.',
    reorderTasks: 'It moves many tasks on the board.',
    reviewEvidenceSubmission: 'It decides about a submission, and a decision is final.',
  },
  /** Operations with PUT whose names do not begin with replace. */
  puts: {
    completeTrainingVideo: 'It sets one time, once.',
    ensureIsmsSetup: 'It creates what is missing and replaces nothing.',
    ensureSoaSetup: 'It creates what is missing and replaces nothing.',
    reorderTrustCustomLinks: 'It moves links, and keeps those that it does not name.',
    selectGcpProjects: 'It sets the selected projects, and keeps the organization unless it names one.',
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
  /** Lists that return further fields besides their records. */
  lists: { listGcpOrganizations: 'It shows what is selected among what can be.' },
  /** Booleans that are true by default. */
  defaults: { includeExpired: 'Expired invitations are listed until they are revoked.' },
  /** Text filters that are not named search. */
  filters: { pathContains: 'It looks into one field only, beside `search`.' },
  /** Words in paths that stand for two kinds of records. */
  paths: {
    'compliance-resources': 'Administrators name a certificate, readers the framework that they want it for.',
    questionnaire: 'A questionnaire has its own paths, and whoever sends one by a personal link follows its run.',
    controls: 'A control has its own paths, and is named where a policy is unlinked from it.',
    policies: 'A policy has its own paths, and is named where a control is unlinked from it.',
    answers: 'A statement of applicability is answered control by control, a questionnaire question by question.',
    runs: 'Runs of checks are not background runs.',
  },
} as const;

const usedExceptions = new Set<string>();

/** Resets the list of used exceptions for another contract. */
export const resetUsedExceptions = (): void => usedExceptions.clear();

/** Whether an exception with this name exists; it is recorded as used. */
export function isExcepted(group: Readonly<Record<string, string>>, name: string): boolean {
  if (!Object.hasOwn(group, name)) return false;
  usedExceptions.add(name);
  return true;
}

/** The exceptions that have not been used so far. */
export const findUnusedExceptions = (): string[] =>
  Object.values(exceptions).flatMap((group) => Object.keys(group).filter((name) => !usedExceptions.has(name)));
