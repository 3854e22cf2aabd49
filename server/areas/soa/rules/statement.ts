/** What the exported statement says, before it is put on pages (spec/areas/soa, rules 3, 7 and 10). */
import type { components } from '../../../../generated/api.d.ts';
import type { DocumentWithReferences } from './references.ts';

type Schemas = components['schemas'];

export interface Statement {
  readonly organization: string;
  readonly framework: string;
  readonly version: number;
  /** Label and value, as on the title page. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly controls: readonly StatedControl[];
  readonly approval: { readonly by: string; readonly on: string };
}

export interface StatedControl {
  /** Such as `A.5.1`. */
  readonly closure: string;
  readonly title: string;
  readonly objective: string;
  readonly applicable: 'Yes' | 'No' | 'Undecided';
  readonly justification: string;
  readonly status: string;
  /** Names of controls and policies. */
  readonly evidence: string;
}

/** What stood behind an answer when its document was approved (spec/areas/soa, rule 13). */
export interface FrozenReferences {
  readonly status: Schemas['ImplementationStatus'];
  readonly controls: readonly string[];
  readonly policies: readonly string[];
}
/** By the id of the question. */
export type FrozenMap = Readonly<Record<string, FrozenReferences>>;

/** @returns what the export says of these answers, whatever changes afterwards */
export function frozenOf(answers: readonly Schemas['SoaAnswer'][]): FrozenMap {
  return Object.fromEntries(
    answers.map(({ questionId, implementationStatus, controls, policies }) => [
      questionId,
      { status: implementationStatus, controls: controls.map(({ name }) => name), policies: policies.map(({ name }) => name) },
    ]),
  );
}

export interface Approval {
  readonly approverName: string;
  readonly approvedAt: string;
  /** Null of a document that was approved before they were kept. */
  readonly references: FrozenMap | null;
}

/** @param organization its name @param today date of the export */
export function statementOf(
  organization: string,
  document: DocumentWithReferences,
  { approverName, approvedAt, references }: Approval,
  today: Date,
): Statement {
  const { framework, version, status, approvalStatus, answeredQuestions, totalQuestions, percentComplete, preparedBy, configuration } =
    document;
  const frozen = references ?? frozenOf(document.answers);
  const controls = configuration.questions.map((question) => statedControl(question, document, frozen));
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
      ['Approved on', dayOf(approvedAt)],
      ['Approver', approverName],
      ['Exported on', dayOf(today.toISOString())],
    ],
    controls,
    approval: { by: approverName, on: dayOf(approvedAt) },
  };
}

function statedControl(
  { id, columnMapping: { title, controlObjective } }: Schemas['SoaQuestion'],
  { answers, defaultAnswers }: Schemas['SoaDocumentDetail'],
  frozen: FrozenMap,
): StatedControl {
  const { isApplicable = null, justification = null } =
    answers.find(({ questionId }) => questionId === id) ?? defaultAnswers.find(({ questionId }) => questionId === id) ?? {};
  return {
    closure: id,
    title,
    objective: controlObjective ?? '',
    applicable: isApplicable === null ? 'Undecided' : isApplicable ? 'Yes' : 'No',
    justification: justification ?? 'No justification provided',
    status: statusWords[frozen[id]?.status ?? (isApplicable === false ? 'not_applicable' : 'not_started')],
    evidence: [...(frozen[id]?.controls ?? []), ...(frozen[id]?.policies ?? [])].join(', '),
  };
}

const statusWords = {
  not_started: 'Not started',
  partial: 'Partial',
  implemented: 'Implemented',
  not_applicable: 'Not applicable',
} as const;

/** YYYY-MM-DD, in UTC. */
const dayOf = (moment: string) => moment.slice(0, 10);
