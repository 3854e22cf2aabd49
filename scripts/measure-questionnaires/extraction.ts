/** Measures how many questions of a file are found, and how many results are not questions. */
import { readFileSync } from 'node:fs';
import { findItems, type Question } from '#areas/assurance-to-customers/questionnaires/rules/items';
import { extractorByRules } from '#areas/assurance-to-customers/questionnaires/rules/extractor';
import { extractText } from '#documents/extraction/extract';
import { UnusableFile } from '#documents/extraction/unusable';
import type { List, Listed } from '../../test/fixtures/questionnaires/lists.ts';

export interface Extraction {
  /** Questions in the list, and how many of them were found. */
  readonly listed: number;
  readonly right: number;
  /** Everything that was extracted as a question. */
  readonly found: number;
  /** Correct results that also have the id and section of the list. */
  readonly references: number;
  readonly sections: number;
  readonly missed: readonly Listed[];
  readonly wrong: readonly Question[];
  readonly mislabelled: readonly string[];
}

/** Reads the file as a worker does, and compares the result with the expected list. */
export async function measureExtraction({ file, type, questions }: List): Promise<Extraction> {
  const items = await findQuestions({ file, type });
  const left = new Set(items);
  const pairs = questions.flatMap((listed) => {
    const item = [...left].find((one) => isSame(listed, one));
    if (!item) return [];
    left.delete(item);
    return [{ listed, item }];
  });
  const met = new Set(pairs.map(({ listed }) => listed));
  const hasReference = ({ listed, item }: (typeof pairs)[number]) => plain(item.reference ?? '') === plain(listed.id);
  const hasSection = ({ listed, item }: (typeof pairs)[number]) => plain(item.section ?? '') === plain(listed.section);
  return {
    listed: questions.length,
    right: pairs.length,
    found: items.length,
    references: pairs.filter(hasReference).length,
    sections: pairs.filter(hasSection).length,
    missed: questions.filter((listed) => !met.has(listed)),
    wrong: [...left],
    mislabelled: pairs
      .filter((pair) => !hasReference(pair) || !hasSection(pair))
      .map(({ listed, item }) => `${listed.id} (${listed.section}) is ${item.reference} (${item.section})`),
  };
}

/** Finds nothing in a file that is rejected. */
async function findQuestions({ file, type }: Pick<List, 'file' | 'type'>): Promise<readonly Question[]> {
  try {
    return await findItems(await extractText(readFileSync(file), type), extractorByRules);
  } catch (error) {
    if (error instanceof UnusableFile) return [];
    throw error;
  }
}

/** Letters and numbers only. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The same words, with or without a leading id. In long texts one letter may be misread. */
function isSame({ id, question }: Listed, item: Question): boolean {
  const [expected, found] = [plain(question), plain(item.question)];
  if (found === expected || found === `${plain(id)} ${expected}`) return true;
  const [one, other] = [new Set(expected.split(' ')), new Set(found.split(' '))];
  return one.size >= 6 && (2 * [...one].filter((word) => other.has(word)).length) / (one.size + other.size) >= 0.85;
}
