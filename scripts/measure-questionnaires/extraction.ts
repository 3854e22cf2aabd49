/** Measures how many questions of a file are found, and how many results are not questions. */
import { readFileSync } from 'node:fs';
import { findItems, type Question } from '#areas/assurance-to-customers/questionnaires/rules/items';
import { heuristicExtractor } from '#areas/assurance-to-customers/questionnaires/rules/extractor';
import { extractText } from '#documents/extraction/extract';
import { UnusableFile } from '#documents/extraction/unusable';
import type { Questionnaire, ListedQuestion } from '../../test/fixtures/questionnaires/lists.ts';

export interface Extraction {
  /** The number of questions in the expected list. */
  readonly listed: number;
  /** The number of results that match a question of the list. */
  readonly right: number;
  /** The number of all results. */
  readonly found: number;
  /** The numbers of matching results that also have the id (`references`) and the section of the list. */
  readonly references: number;
  readonly sections: number;
  readonly missed: readonly ListedQuestion[];
  readonly wrong: readonly Question[];
  readonly mislabelled: readonly string[];
}

/** Reads the file as a worker does, and compares the result with the expected list. */
export async function measureExtraction({ file, type, questions }: Questionnaire): Promise<Extraction> {
  const items = await findQuestions({ file, type });
  const remainingItems = new Set(items);
  const pairs = questions.flatMap((listed) => {
    const item = [...remainingItems].find((candidate) => isSame(listed, candidate));
    if (!item) return [];
    remainingItems.delete(item);
    return [{ listed, item }];
  });
  const foundQuestions = new Set(pairs.map(({ listed }) => listed));
  const hasReference = ({ listed, item }: (typeof pairs)[number]) => normalize(item.reference ?? '') === normalize(listed.id);
  const hasSection = ({ listed, item }: (typeof pairs)[number]) => normalize(item.section ?? '') === normalize(listed.section);
  return {
    listed: questions.length,
    right: pairs.length,
    found: items.length,
    references: pairs.filter(hasReference).length,
    sections: pairs.filter(hasSection).length,
    missed: questions.filter((listed) => !foundQuestions.has(listed)),
    wrong: [...remainingItems],
    mislabelled: pairs
      .filter((pair) => !hasReference(pair) || !hasSection(pair))
      .map(({ listed, item }) => `${listed.id} (${listed.section}) is ${item.reference} (${item.section})`),
  };
}

/** @returns the questions in a file; empty if the file is rejected */
async function findQuestions({ file, type }: Pick<Questionnaire, 'file' | 'type'>): Promise<readonly Question[]> {
  try {
    return await findItems(await extractText(readFileSync(file), type), heuristicExtractor);
  } catch (error) {
    if (error instanceof UnusableFile) return [];
    throw error;
  }
}

/** @returns the text in lower case with letters and numbers only */
const normalize = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether both texts have the same words, with or without a leading id. In long texts one letter may be misread. */
function isSame({ id, question }: ListedQuestion, item: Question): boolean {
  const [expectedText, foundText] = [normalize(question), normalize(item.question)];
  if (foundText === expectedText || foundText === `${normalize(id)} ${expectedText}`) return true;
  const [expectedWords, foundWords] = [new Set(expectedText.split(' ')), new Set(foundText.split(' '))];
  return (
    expectedWords.size >= 6 &&
    (2 * [...expectedWords].filter((word) => foundWords.has(word)).length) / (expectedWords.size + foundWords.size) >= 0.85
  );
}
