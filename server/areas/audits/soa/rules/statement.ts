/** The content of an exported statement, before layout (soa, rules 3, 7 and 10). */
import type { components } from '#generated/api';
import type { DocumentWithReferences } from './references.ts';

type Schemas = components['schemas'];

export interface Statement {
  readonly organization: string;
  readonly framework: string;
  readonly version: number;
  /** The labels and values shown on the title page. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly controls: readonly StatedControl[];
  readonly approval: { readonly by: string; readonly on: string };
}

export interface StatedControl {
  /** The number of the control, such as `A.5.1`. */
  readonly controlNumber: string;
  readonly title: string;
  readonly objective: string;
  readonly applicable: 'Yes' | 'No' | 'Undecided';
  readonly justification: string;
  readonly status: string;
  /** The names of the controls and policies that support the answer. */
  readonly evidence: string;
}

/** The references of an answer when its document was approved (soa, rule 13). */
export interface FrozenReferences {
  readonly status: Schemas['ImplementationStatus'];
  readonly controls: readonly string[];
  readonly policies: readonly string[];
}
/** Frozen references by question id. */
export type FrozenMap = Readonly<Record<string, FrozenReferences>>;

/** @returns the current references of these answers, to store with an approval so that later changes do not affect the export */
export function freezeReferences(answers: readonly Schemas['SoaAnswer'][]): FrozenMap {
  return Object.fromEntries(
    answers.map(({ questionId, implementationStatus, controls, policies }) => [
      questionId,
      { status: implementationStatus, controls: controls.map(({ name }) => name), policies: policies.map(({ name }) => name) },
    ]),
  );
}

/**
 * @returns the approved content: decisions and justifications. Names and statuses of controls are not part of it, but are frozen at
 * approval.
 */
export function approvedContent({ id, version, configuration, answers, defaultAnswers }: DocumentWithReferences): object {
  const decisions = answers.map(({ questionId, isApplicable, justification, reasons }) => ({
    questionId,
    isApplicable,
    justification,
    reasons,
  }));
  return { id, version, configurationId: configuration.id, decisions, defaults: defaultAnswers };
}

export interface Approval {
  readonly approverName: string;
  /** Null if unknown. */
  readonly submission: { readonly by: string; readonly via: string | null; readonly at: string; readonly selfApproved: boolean } | null;
  readonly approvedAt: string;
  /** Null for documents that were approved before references were stored. */
  readonly references: FrozenMap | null;
}

/** @param organization the name of the organization @param today the date of the export */
export function createStatement(
  organization: string,
  document: DocumentWithReferences,
  { approverName, approvedAt, references, submission }: Approval,
  today: Date,
): Statement {
  const { framework, version, status, approvalStatus, answeredQuestions, totalQuestions, percentComplete, preparedBy, configuration } =
    document;
  const frozenReferences = references ?? freezeReferences(document.answers);
  const controls = configuration.questions.map((question) => createStatedControl(question, document, frozenReferences));
  const count = (answer: StatedControl['applicable']) => controls.filter(({ applicable }) => applicable === answer).length;
  return {
    organization,
    framework: framework.name,
    version,
    facts: [
      ['Standard', 'ISO/IEC 27001:2022'],
      ['Version', `v${version}`],
      ['Status', `${status}, ${approvalStatus}`],
      ['Progress', `${answeredQuestions} of ${totalQuestions} controls decided (${percentComplete} %)`],
      ['Applicable', `${count('Yes')} yes, ${count('No')} no, ${count('Undecided')} not decided`],
      ['Prepared by', preparedBy],
      ...(submission === null
        ? []
        : [
            ['Submitted by', `${submission.by}${submission.via === null ? '' : ` via ${submission.via}`}`] as const,
            ['Submitted on', dayOf(submission.at)] as const,
          ]),
      ['Approved on', dayOf(approvedAt)],
      ['Approver', `${approverName}${submission?.selfApproved ? ' (own submission, nobody else could approve)' : ''}`],
      ['Exported on', dayOf(today.toISOString())],
    ],
    controls,
    approval: { by: approverName, on: dayOf(approvedAt) },
  };
}

function createStatedControl(
  { id, columnMapping: { title, controlObjective } }: Schemas['SoaQuestion'],
  { answers, defaultAnswers }: Schemas['SoaDocumentDetail'],
  frozenReferences: FrozenMap,
): StatedControl {
  const { isApplicable = null, justification = null } =
    answers.find(({ questionId }) => questionId === id) ?? defaultAnswers.find(({ questionId }) => questionId === id) ?? {};
  return {
    controlNumber: id,
    title,
    objective: controlObjective ?? '',
    applicable: isApplicable === null ? 'Undecided' : isApplicable ? 'Yes' : 'No',
    justification: justification ?? 'No justification provided',
    status: statusLabels[frozenReferences[id]?.status ?? (isApplicable === false ? 'not_applicable' : 'not_started')],
    evidence: [...(frozenReferences[id]?.controls ?? []), ...(frozenReferences[id]?.policies ?? [])].join(', '),
  };
}

const statusLabels = {
  not_started: 'Not started',
  partial: 'Partial',
  implemented: 'Implemented',
  not_applicable: 'Not applicable',
} as const;

/** Returns the date in UTC as YYYY-MM-DD. */
const dayOf = (moment: string) => moment.slice(0, 10);
