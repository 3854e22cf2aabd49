/** Sections of management reviews (clause 9.3). */
import { openActionsFor } from '../open-actions.ts';
import { parseNarrative } from '../narratives.ts';
import { type RowOf, rowsOf } from '../registers.ts';
import {
  type Block,
  memberNameOf,
  sectionsOrNone,
  type Section,
  type SectionData,
  tableOf,
  text,
  unwrittenSection,
  wordsOf,
} from './blocks.ts';
import { conclusionBlock } from './conclusion.ts';

export function reviewSections(data: SectionData): Section[] {
  const narrative = parseNarrative(data.narrative);
  const reviews = rowsOf(data.rows, 'reviews').map((review) => ({
    heading: `Review ${review.reference}`,
    blocks: blocksOf(review, data),
  }));
  return [
    narrative && 'procedure' in narrative ? { heading: 'Procedure', blocks: [text(narrative.procedure)] } : unwrittenSection,
    ...sectionsOrNone('Reviews', 'management review', reviews),
  ];
}

function blocksOf(review: RowOf<'reviews'>, { rows, names }: SectionData): Block[] {
  const attendees = review.attendees.map(({ name }) => name).join(', ');
  const reviewActions = rowsOf(rows, 'review-actions').filter(({ reviewId }) => reviewId === review.id);
  const actionCells = (reference: string, { description, ownerMemberId, dueDate, status }: RowOf<'review-actions'>, remark = '') => [
    reference,
    `${description}${remark}`,
    memberNameOf(names, ownerMemberId),
    dueDate ?? '',
    wordsOf(status),
  ];
  return [
    tableOf(
      'meeting',
      ['Date', 'Chair', 'Attendees', 'Status'],
      [[review.meetingDate ?? '', review.chairName ?? '', attendees, wordsOf(review.status)]],
    ),
    tableOf(
      'input',
      ['Input', 'Covers', 'Where to find', 'Discussed', 'Notes'],
      rowsOf(rows, 'review-inputs')
        .filter(({ reviewId }) => reviewId === review.id)
        .map((row) => [row.inputRef, row.whatItCovers, row.whereToFind, row.discussed ? 'Yes' : 'No', row.discussionNotes ?? '']),
    ),
    tableOf(
      'decision',
      ['Decisions about improvement', 'Decisions about changes of the ISMS'],
      [[review.decisionsText ?? 'None recorded.', review.changesText ?? 'None recorded.']],
    ),
    tableOf(
      'action',
      ['Action', 'Description', 'Owner', 'Due', 'Status'],
      [
        ...reviewActions.map((action) => actionCells(`${review.reference}-${action.reference}`, action)),
        ...openActionsFor(review, rows).map(({ reference, action }) => actionCells(reference, action, ' (carried forward)')),
      ],
    ),
    conclusionBlock(review),
    tableOf('signature', ['Signed by', 'Name', 'Date'], [['Chair', review.signoffChairName ?? '', review.signoffChairDate ?? '']]),
  ];
}
