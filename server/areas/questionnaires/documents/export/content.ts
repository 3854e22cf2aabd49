/** What an export says, in each of its formats alike (spec/areas/questionnaires, rule 12). */

export interface Entry {
  readonly question: string;
  readonly answer: string | null;
}

export interface Content {
  /** Name of the file that the questionnaire came in, without its extension. */
  readonly title: string;
  /** Day of the export, YYYY-MM-DD. */
  readonly date: string;
  readonly entries: readonly Entry[];
}

export const headings = ['#', 'Question', 'Answer'] as const;

/** @returns number, question and answer of each; an answer that there is not is empty */
export function rowsOf({ entries }: Content): [number: number, question: string, answer: string][] {
  return entries.map(({ question, answer }, index) => [index + 1, storable(question), storable(answer ?? '')]);
}

/** Without what XML cannot hold. */
function storable(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
