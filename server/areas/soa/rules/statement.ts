/** What the exported statement says, before it is put on pages (spec/areas/soa, rules 3, 7 and 10). */
import type { components } from '../../../../generated/api.d.ts';

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
  readonly closure: string;
  readonly title: string;
  readonly objective: string;
  readonly applicable: 'Yes' | 'No' | 'N/A';
  readonly justification: string;
}

export interface Approval {
  readonly approverName: string;
  readonly approvedAt: string;
}

/** @param organization its name @param today date of the export */
export function statementOf(
  organization: string,
  document: Schemas['SoaDocumentDetail'],
  { approverName, approvedAt }: Approval,
  today: Date,
): Statement {
  const { framework, version, answeredQuestions, totalQuestions, percentComplete, preparedBy, configuration } = document;
  const controls = configuration.questions.map((question) => statedControl(question, document));
  const count = (answer: StatedControl['applicable']) => controls.filter(({ applicable }) => applicable === answer).length;
  return {
    organization,
    framework: framework.name,
    version,
    facts: [
      ['Version', `v${version}`],
      ['Progress', `${answeredQuestions} of ${totalQuestions} controls decided (${percentComplete} %)`],
      ['Applicable', `${count('Yes')} yes, ${count('No')} no, ${count('N/A')} not decided`],
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
  { id, columnMapping: { closure, title, controlObjective } }: Schemas['SoaQuestion'],
  { answers, defaultAnswers }: Schemas['SoaDocumentDetail'],
): StatedControl {
  const { isApplicable = null, justification = null } =
    answers.find(({ questionId }) => questionId === id) ?? defaultAnswers.find(({ questionId }) => questionId === id) ?? {};
  return {
    closure,
    title,
    objective: controlObjective ?? '',
    applicable: isApplicable === null ? 'N/A' : isApplicable ? 'Yes' : 'No',
    justification: justification ?? 'No justification provided',
  };
}

/** YYYY-MM-DD, in UTC. */
const dayOf = (moment: string) => moment.slice(0, 10);
