/** Operations that the test does not send with canaries, and a field of the same kind of record that has a canary instead. */
export const storedIn: Readonly<Record<string, string>> = {
  acceptPolicyChanges: 'comment.content',
  answerQuestionnaireByToken: 'questionnaire.fileName',
  approveIsmsDocument: 'ismsDocument.title',
  approveTask: 'comment.content',
  bulkCreateIsmsMeasurements: 'ismsRow.fields',
  cancelEngagementLetter: 'engagementLetter.title',
  createAutomationVersion: 'automationVersion.changelog',
  createDeviceCheckIn: 'device.name',
  createIsmsRegisterRow: 'ismsRow.fields',
  createMember: 'member.jobTitle',
  declineEngagementLetter: 'engagementLetter.title',
  declineEngagementLetterByToken: 'engagementLetter.title',
  objectToRecordedSignatureByToken: 'engagementLetter.title',
  declineIsmsDocument: 'ismsDocument.title',
  declineSoaDocument: 'soaDocument.preparedBy',
  denyPolicyChanges: 'comment.content',
  denyTrustAccessRequest: 'trustAccess.decisionReason',
  recordEngagementSignature: 'engagementLetter.signerName',
  rejectTask: 'comment.content',
  replaceIsmsNarrative: 'ismsDocument.narrative',
  replaceOrgChart: 'orgChart.nodes',
  replacePentestFindingContext: 'penetrationTestIssue.context',
  replaceQuestionnaireAnswer: 'questionnaireAnswer.answer',
  revokeAllVendorAccess: 'accessRevocation.notes',
  revokeTrustAccessGrant: 'trustAccess.revokeReason',
  revokeVendorAccess: 'attachment.name',
  signEngagementLetter: 'engagementLetter.signerTitle',
  signEngagementLetterByToken: 'engagementLetter.signerName',
  signNdaByToken: 'trustAccess.signerName',
  unlockTimeline: 'timeline.name',
  updateCustomFramework: 'framework.name',
  updateEngagementLetter: 'engagementLetter.title',
  updateIsmsProfile: 'ismsProfile.answers',
  updateIsmsRegisterRow: 'ismsRow.fields',
  updateMember: 'member.email',
  updatePolicyVersion: 'policyVersion.changelog',
  upsertRisks: 'risk.description',
};

/** Operations whose texts are not stored in a record, and where they are instead. */
export const notStored: Readonly<Record<string, string>> = {
  cancelPenetrationTest: 'a reason in the log',
  parseQuestionnaire: 'the answer alone has what is parsed',
  sendEngagementLetter: 'a message in a mail',
};

/** Reads that never succeed in this world, and why. */
export const neverSuccessful: Readonly<Record<string, string>> = {
  downloadDeviceAgent: 'no package is stored',
  exportSoa: 'its document is not approved',
  getMyDevice: 'a computer is of the person who is signed in',
  listGcpOrganizations: 'the account is of another cloud',
  previewFrameworkAdoption: 'the framework is adopted',
  previewFrameworkUpdate: 'the catalog has one version of each framework',
  validateAzure: 'the account is of another cloud',
};

/** Texts that no read shows, and why. */
export const neverShown: Readonly<Record<string, string>> = {
  'checkResult.account': 'answers of scans have the account of the connection',
  'evidenceFile.content': 'the file waits for its submission',
  'orgChart.nodes': 'an uploaded file takes their place',
  'trustPortal.answer': 'questions and answers are public',
};

/** Reads that require another permission in some cases, and which permission. */
export const furtherPermissions: Readonly<Record<string, string>> = {
  exportFrameworkOscal: 'each model takes the permissions on what it has',
  getAttachment: 'a file takes the permission on the record that it belongs to',
  getAttachmentDownloadUrl: 'a file takes the permission on the record that it belongs to',
  getAutomationRun: 'a run that used connections takes that on integrations',
  getTaskAttachmentDownloadUrl: 'a file of a task takes the permission on the task beside that on evidence',
  getTaskItem: 'an item takes the permission on its risk or vendor',
  getTrainingCertificate: 'a certificate of another member takes the permission on the training of others',
  listAttachments: 'files take the permission on the record that they belong to',
  listTaskItemActivity: 'an item takes the permission on its risk or vendor',
  exportIsmsDocument: 'the risk treatment plan takes those on risks, vendors and controls',
};

/** Declarations that no answer in this world shows to be needed, and why they are needed. */
export const unobserved: Readonly<Record<string, string>> = {
  'getFrameworkScores finding.count': 'findings are counted for whoever may read what they are about, and readers here have one permission',
  'getFrameworkScores policy.count': 'published policies are counted, and those that are added here are drafts',
  'getTimeline task.count': 'progress is a rounded percentage of active timelines, which one more task need not change',
  'remindPolicySignatories member.count': 'the number of members who were reminded, which no record that is added here changes',
  'syncTrustPortalVendors vendor.count': 'the number of vendors with an assessment, which no record that is added here changes',
};
