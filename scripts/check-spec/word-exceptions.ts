/** Where a rule of words does not hold, with the reason. One that nothing needs is a fault, too. */
export const exceptions = {
  /** Properties of one name that differ in kind. */
  properties: {
    data: 'It is the content of every envelope, whatever that is.',
    metadata: 'The metadata of an organization are a text that its client keeps as it likes.',
    version: 'The version of a framework is the label of its publisher, that of a document is counted.',
  },
  /** Schemas whose properties are no fields of a record. */
  schemas: {
    DevicePolicyResult: 'It is passed on as the device management system has it.',
    ManifestPolicy: 'The content of a policy is rich text.',
    OrganizationOnboarding: 'Each property is a step, and says whether it is done.',
    OverviewScores: 'Each property is the score of a part of the program.',
    Problem: 'RFC 9457 names its fields.',
    TrustPortalFrameworkSetting: 'The page names frameworks that need not be adopted.',
    TrustPortalFrameworksUpdate: 'The page names frameworks that need not be adopted.',
    UpdatePreview: 'Each property is what would happen to the records of a kind.',
    UpdatePreviewPolicy: 'The content of a policy is rich text.',
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
    RiskLevelLabel: 'A label is shown as it is.',
    'SoaColumn.name': 'A column is named after the property that it shows.',
    TaskAutomationStatus: 'The conventions give the values.',
    TrainingVideoId: 'The conventions give the ids.',
    'TrustPortalDnsRecord.type': 'DNS writes types of records so.',
  },
  /** Operations with PUT that are not called replace…. */
  puts: {
    ensureSoaSetup: 'It creates what is missing and replaces nothing.',
    toggleTrustPortal: 'It changes one property of the settings.',
    toggleTrustPortalQuestionnaire: 'It changes one property of the settings.',
    updateComment: 'The interface specification gives the operation.',
    uploadContent: 'A file is uploaded once.',
  },
  /** Booleans that hold unless they are sent as false. */
  defaults: { includeExpired: 'Expired invitations are listed until they are revoked.' },
  /** Text filters that are not called search. */
  filters: { pathContains: 'It looks into one field only, beside `search`.' },
  /** Words of paths that have two kinds of records behind them. */
  paths: {
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
