/** What a module of the training consists of (spec/areas/training, rule 1). */

export interface Lesson {
  readonly title: string;
  /** What somebody can do after it, in one sentence. */
  readonly description: string;
  readonly sections: readonly Section[];
  readonly questions: readonly Question[];
}

export interface Section {
  readonly title: string;
  /** Plain text. An empty line separates paragraphs, and a line that begins with `- ` is an item of a list. */
  readonly content: string;
}

/** For readers who want to know what they have understood. Nobody is graded. */
export interface Question {
  readonly question: string;
  readonly choices: readonly string[];
  /** The place of the right choice, from 0. */
  readonly correctChoice: number;
  readonly explanation: string;
}
