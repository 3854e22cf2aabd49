/** The fields of a letter that people write, and the columns that hold them. */
import type { components } from '../../../../generated/api.d.ts';
import { rowFrom } from '../../../platform/database/columns.ts';
import { particulars, texts } from '../rules/content.ts';

type Letter = components['schemas']['EngagementLetter'];

/** Everything but the long texts and the fee. */
export const shortFields = [
  'title',
  'frameworkInstanceId',
  'timelineInstanceId',
  'auditorMemberId',
  'organizationSignatoryMemberId',
  ...particulars,
] as const;

export const editable = [...shortFields, ...texts, 'fee'] as const;

export type Fields = Readonly<Pick<Letter, (typeof editable)[number]>>;

export function rowOf({ fee, ...fields }: Fields) {
  return { ...rowFrom('engagement_letter', fields, ...shortFields, ...texts), fee: fee && JSON.stringify(fee) };
}
