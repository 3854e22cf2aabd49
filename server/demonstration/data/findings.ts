/** Data of the auditor's findings and the responses to them. `ago` is a number of days before today. `{noor}` mentions a person. */
import type { components } from '#generated/api';
import type { FormType } from '#domain/evidence-forms/count';
import type { PersonName } from './people.ts';
import type { TaskName } from './tasks.ts';

type Finding = components['schemas']['Finding'];

export type FindingAbout =
  | { readonly task: TaskName }
  /** The title of the risk. */
  | { readonly risk: string }
  /** The slug of the policy template. */
  | { readonly policy: string }
  | { readonly person: PersonName }
  | { readonly form: FormType }
  /** The form. The finding is about the newest submission of the form. */
  | { readonly submission: FormType }
  | { readonly area: NonNullable<Finding['area']> };

export interface FindingData {
  readonly about: FindingAbout;
  readonly ago: number;
  readonly type: Finding['type'];
  readonly severity: Finding['severity'];
  readonly content: string;
  /** The slug of the finding template. */
  readonly template?: string;
  readonly moves?: readonly {
    readonly by: PersonName;
    readonly ago: number;
    readonly to: Partial<Pick<Finding, 'status' | 'revisionNote' | 'severity' | 'content'>>;
  }[];
  readonly comments?: readonly { readonly by: PersonName; readonly ago: number; readonly text: string }[];
}

/** The member who raises the findings. */
export const auditor = 'dorothea' satisfies PersonName;

export const findingData: readonly FindingData[] = [
  {
    about: { task: 'adminAccounts' }, ago: 58, type: 'soc2', severity: 'medium', template: 'access-review-reviewer',
    content: 'The list of privileged accounts does not name who reviewed it. Please add the name of the reviewer, the date and the decision on each account.',
    moves: [
      { by: 'yusuf', ago: 55, to: { status: 'ready_for_review' } },
      { by: 'dorothea', ago: 52, to: { status: 'needs_revision', revisionNote: 'Two accounts of the support tool are still without a decision.' } },
      { by: 'yusuf', ago: 50, to: { status: 'ready_for_review' } },
      { by: 'dorothea', ago: 48, to: { status: 'closed' } },
    ],
    comments: [{ by: 'yusuf', ago: 50, text: 'Both accounts are closed. {dorothea} please look again.' }],
  },
  {
    about: { risk: 'Leavers keep access after their last day' }, ago: 41, type: 'iso27001', severity: 'medium', template: 'leaver-access',
    content: 'One administrator left, and three of his accounts were open for more than two weeks. The plan for this risk does not say who closes accounts outside of the single sign-on.',
    moves: [
      { by: 'dorothea', ago: 40, to: { severity: 'high' } },
      { by: 'ingrid', ago: 26, to: { status: 'ready_for_review' } },
      { by: 'dorothea', ago: 19, to: { status: 'needs_revision', revisionNote: 'The checklist names the tools, but not who is responsible for each of them.' } },
    ],
    comments: [
      { by: 'ingrid', ago: 27, text: 'The checklist now lists all nine tools. {dorothea} is that what you need?' },
      { by: 'dorothea', ago: 19, text: 'Nearly. {ingrid} please add a name to each line.' },
    ],
  },
  {
    about: { submission: 'rbac-matrix' }, ago: 33, type: 'soc2', severity: 'low',
    content: 'The matrix lists the roles and what they may do, but not who approved it.',
    moves: [{ by: 'noor', ago: 7, to: { status: 'ready_for_review' } }],
    comments: [{ by: 'noor', ago: 7, text: 'The risk committee approved it. {dorothea} the approval is in the minutes of its last meeting.' }],
  },
  {
    about: { policy: 'backup' }, ago: 20, type: 'iso27001', severity: 'medium',
    content: 'The policy requires a restore test each month. The records show one each quarter. Either the policy or the practice has to change.',
  },
  {
    about: { person: 'ruben' }, ago: 12, type: 'soc2', severity: 'low', template: 'training-incomplete',
    content: 'No module of the security training has been completed since joining.',
    moves: [{ by: 'dorothea', ago: 11, to: { content: 'No module of the security training has been completed since joining, although the period ends this month.' } }],
  },
  {
    about: { form: 'tabletop-exercise' }, ago: 9, type: 'iso27001', severity: 'critical', template: 'whole-period-needed',
    content: 'There is no record of an exercise of the incident plan in the audit period.',
  },
  {
    about: { area: 'vendors' }, ago: 30, type: 'soc2', severity: 'medium',
    content: 'The register does not say which suppliers process patient data. We could not tell which of them need an agreement.',
    moves: [{ by: 'dorothea', ago: 16, to: { status: 'closed' } }],
  },
];
