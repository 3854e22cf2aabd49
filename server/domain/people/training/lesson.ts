/** Defines the structure of a training module (training, rule 1). */

export interface Lesson {
  readonly title: string;
  /** The learning objective, in one sentence. */
  readonly description: string;
  readonly sections: readonly Section[];
  readonly questions: readonly Question[];
}

export interface Section {
  readonly title: string;
  /** Plain text. An empty line separates paragraphs, and a line that begins with `- ` is an item of a list. */
  readonly content: string;
}

/** A question for self-assessment. It is not graded. */
export interface Question {
  readonly question: string;
  readonly choices: readonly string[];
  /** Index of the correct choice, from 0. */
  readonly correctChoice: number;
  readonly explanation: string;
}
