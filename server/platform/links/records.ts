/** Names records, for links to them. */
import type { components } from '#generated/api';

export type RecordType = components['schemas']['RecordType'];

/** A record that a notification, a mail or a search result is about. */
export interface RecordReference {
  readonly type: RecordType;
  readonly id: string;
  /** The record that this one is part of, such as the risk of a task item; undefined if there is none, or if it is not known. */
  readonly parent?: RecordReference | undefined;
}

/** Whether records of each type are part of another record. */
const isPart: Readonly<Record<RecordType, boolean>> = {
  organization: false,
  risk: false,
  task: false,
  task_item: true,
  policy: false,
  control: false,
  framework: false,
  requirement: true,
  timeline: true,
  finding: false,
  evidence_form: false,
  evidence_submission: true,
  questionnaire: false,
  questionnaire_answer: true,
  manual_answer: false,
  knowledge_base_document: false,
  context: false,
  soa_document: false,
  soa_answer: true,
  isms_document: false,
  person: false,
  invitation: false,
  vendor: false,
  device: false,
  integration: false,
  cloud_finding: false,
  comment: true,
  attachment: true,
  penetration_test: false,
  engagement_letter: false,
  trust_document: false,
  trust_access_request: false,
  visitor_questionnaire: false,
};

export const recordTypes: readonly RecordType[] = Object.keys(isPart).filter(isRecordType);

/** @returns whether a string is a type of records */
export function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(isPart, type);
}

/** @returns whether records of the type are part of another record */
export function hasParent(type: RecordType): boolean {
  return isPart[type];
}
