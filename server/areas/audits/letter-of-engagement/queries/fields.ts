/** The editable fields of a letter, and their columns. */
import type { components } from '#generated/api';
import { rowFrom } from '#platform/database/columns';
import { briefFields, longFields } from '../rules/content.ts';

type Letter = components['schemas']['EngagementLetter'];

/** All fields except the long texts and the fee. */
export const shortFields = [
  'title',
  'frameworkInstanceId',
  'timelineInstanceId',
  'auditorMemberId',
  'organizationSignatoryMemberId',
  ...briefFields,
] as const;

export const editableFields = [...shortFields, ...longFields, 'fee'] as const;

export type Fields = Readonly<Pick<Letter, (typeof editableFields)[number]>>;

export function rowOf({ fee, ...fields }: Fields) {
  return { ...rowFrom('engagement_letter', fields, ...shortFields, ...longFields), fee: fee && JSON.stringify(fee) };
}
