/** Finds the path of each record in this API, for notifications and search results. */
import { operations } from '#generated/operations';
import type { RecordReference, RecordType } from '#platform/links/records';

/** The operation that reads a record of each type. Types without one have that of their parent, or of the list that contains them. */
const readers = {
  organization: 'getOrganization',
  risk: 'getRisk',
  task: 'getTask',
  task_item: 'getTaskItem',
  policy: 'getPolicy',
  control: 'getControl',
  framework: 'getFramework',
  requirement: 'getFrameworkRequirement',
  timeline: 'getTimeline',
  finding: 'getFinding',
  evidence_form: 'getEvidenceForm',
  evidence_submission: 'getEvidenceSubmission',
  questionnaire: 'getQuestionnaire',
  questionnaire_answer: 'parent',
  manual_answer: 'getManualAnswer',
  knowledge_base_document: 'getKnowledgeBaseDocument',
  context: 'getContext',
  soa_document: 'getSoaDocument',
  soa_answer: 'parent',
  isms_document: 'getIsmsDocument',
  person: 'getMember',
  invitation: 'listInvitations',
  vendor: 'getVendor',
  device: 'getDevice',
  integration: 'getIntegrationConnection',
  cloud_finding: 'getCloudFinding',
  comment: 'parent',
  attachment: 'getAttachment',
  penetration_test: 'getPenetrationTest',
  engagement_letter: 'getEngagementLetter',
  trust_document: 'listTrustDocuments',
  trust_access_request: 'getTrustAccessRequest',
  visitor_questionnaire: 'getVisitorQuestionnaire',
} as const satisfies Readonly<Record<RecordType, keyof typeof operations | 'parent'>>;

/** @returns the path of the record; undefined if it is that of a parent which is not known */
export function pathOf({ type, id, parent }: RecordReference): string | undefined {
  const reader = readers[type];
  if (reader === 'parent') return parent && pathOf(parent);
  const { path } = operations[reader];
  // The last placeholder is the record's id; an earlier one is the parent's.
  const last = path.lastIndexOf('{');
  return path.replace(/\{\w+\}/g, (_, offset: number) => encodeURIComponent(offset === last ? id : (parent?.id ?? '')));
}
