/** The content of an export, the same for each format (questionnaires, rule 12). */
import type { components } from '#generated/api';
import { fileTitleOf } from '#domain/questionnaires/file-names';

export interface Entry {
  /** The customer's own id of the question. */
  readonly reference: string | null;
  readonly section: string | null;
  readonly question: string;
  readonly status: components['schemas']['AnswerStatus'];
  readonly answer: string | null;
  /** Labels of the sources of the answer, best first. */
  readonly sources: readonly string[];
}

export interface Content {
  /** Name of the uploaded file, without its extension. */
  readonly title: string;
  /** Name of the organization that answers. */
  readonly company: string;
  /** Name of the company that sent the questionnaire. */
  readonly customer: string | null;
  /** Day of the export, YYYY-MM-DD. */
  readonly date: string;
  readonly entries: readonly Entry[];
}

type Questionnaire = Pick<components['schemas']['Questionnaire'], 'fileName' | 'vendorName'> & {
  readonly questions: readonly (Pick<Question, 'reference' | 'section' | 'question' | 'status' | 'answer'> & {
    readonly sources: readonly Pick<Source, 'sourceName' | 'page'>[] | null;
  })[];
};
type Question = components['schemas']['QuestionAnswer'];
type Source = components['schemas']['AnswerSource'];

/** @returns the content of an export on the day of `now`; `company` is the name of the organization that answers */
export function toExportContent({ fileName, vendorName, questions }: Questionnaire, company: string, now: Date): Content {
  return {
    title: fileTitleOf(fileName),
    company,
    customer: vendorName,
    date: now.toISOString().slice(0, 10),
    entries: questions.map(({ reference, section, question, status, answer, sources }) => ({
      reference,
      section,
      question,
      status,
      answer,
      sources: (sources ?? []).flatMap(({ sourceName, page }) =>
        sourceName === null ? [] : page ? `${sourceName}, page ${page}` : sourceName,
      ),
    })),
  };
}

export const headings = ['#', 'Reference', 'Section', 'Question', 'Answer'] as const;

/** @returns the number, reference, section, question and answer of each entry; missing texts are empty strings */
export function toTableRows({ entries }: Content): [number: number, ...texts: [string, string, string, string]][] {
  return entries.map(({ reference, section, question, answer }, index) => [
    index + 1,
    withoutInvalidXml(reference ?? ''),
    withoutInvalidXml(section ?? ''),
    withoutInvalidXml(question),
    withoutInvalidXml(answer ?? ''),
  ]);
}

/** Removes characters that XML does not allow. */
export function withoutInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
