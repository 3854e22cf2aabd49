/** Data of comments and attachments of risks and tasks. `ago` is a number of days before today. `{noor}` mentions a person. */
import type { FileName } from '../files.ts';
import type { RecordName } from '../records.ts';
import type { PersonName } from './people.ts';

export interface CommentData extends RecordName {
  readonly by: PersonName;
  readonly ago: number;
  readonly text: string;
  /** When the comment was edited, and its previous text. */
  readonly edit?: { readonly ago: number; readonly was: string };
  readonly files?: readonly FileName[];
}

export const discussion: readonly CommentData[] = [
  { risk: 'Leavers keep access after their last day', by: 'ingrid', ago: 43, text: '{tobias} Gideon left on Friday. Who closes the nine tools that he administered?' },
  { risk: 'Leavers keep access after their last day', by: 'tobias', ago: 42, text: '{ingrid} {yusuf} has the list, and closes them one by one. Three are not in the single sign-on.', edit: { ago: 41, was: 'Yusuf has the list, and closes them one by one.' } },
  { risk: 'Leavers keep access after their last day', item: 'Check every account of Gideon Marsh', by: 'yusuf', ago: 29, text: 'All nine are closed. {ingrid} please look it over; the table is attached.', files: ['accounts'] },
  { risk: 'Leavers keep access after their last day', item: 'Check every account of Gideon Marsh', by: 'ingrid', ago: 27, text: 'Two lines lack the date. Otherwise fine.' },
  { risk: 'Know-how lost when senior staff leave', item: 'Write down the billing rules of two countries', by: 'saoirse', ago: 8, text: 'Both are in the wiki now. {ingrid} who reads them?' },
  { risk: 'Double bookings after a clinic has moved to us', item: 'Show overlaps before the import is finished', by: 'saoirse', ago: 5, text: 'This is how it looks.', files: ['overlaps'] },
];

export interface AttachmentData extends RecordName {
  readonly file: FileName;
  readonly by: PersonName;
  readonly ago: number;
  readonly description?: string;
  /** When the file was deleted because it was the wrong file, in days before today. */
  readonly deleted?: number;
}

export const evidence: readonly AttachmentData[] = [
  { risk: 'Leavers keep access after their last day', file: 'checklist', by: 'ingrid', ago: 200, description: 'One page, to be signed on the last day' },
  { risk: 'Leavers keep access after their last day', file: 'draft', by: 'ingrid', ago: 201, deleted: 200 },
  { risk: 'Know-how lost when senior staff leave', item: 'Name a second engineer for each country', file: 'engineers', by: 'ingrid', ago: 104 },
  { risk: 'Double bookings after a clinic has moved to us', file: 'trend', by: 'ruben', ago: 60, description: 'Double bookings a week, since spring' },
];
