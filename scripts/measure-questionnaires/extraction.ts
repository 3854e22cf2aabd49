/** How many of the questions of a file are found, and how much of what is found is none. */
import { readFileSync } from 'node:fs';
import { findItems, type Question } from '../../server/areas/questionnaires/rules/items.ts';
import { extractorByRules } from '../../server/areas/questionnaires/rules/extractor.ts';
import { extractText } from '../../server/documents/extraction/extract.ts';
import { Unusable } from '../../server/documents/extraction/unusable.ts';
import type { List, Listed } from '../../test/fixtures/questionnaires/lists.ts';

export interface Extraction {
  /** Questions of the list, and those of them that were found. */
  readonly listed: number;
  readonly right: number;
  /** All that was taken for a question. */
  readonly found: number;
  /** Of the right ones, those with the id and the section of the list. */
  readonly references: number;
  readonly sections: number;
  readonly missed: readonly Listed[];
  readonly wrong: readonly Question[];
  readonly mislabelled: readonly string[];
}

/** Reads the file as a worker does, and compares what it finds with the true list. */
export async function measureExtraction({ file, type, questions }: List): Promise<Extraction> {
  const items = await found({ file, type });
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

/** Nothing in a file that is refused. */
async function found({ file, type }: Pick<List, 'file' | 'type'>): Promise<readonly Question[]> {
  try {
    return await findItems(await extractText(readFileSync(file), type), extractorByRules);
  } catch (error) {
    if (error instanceof Unusable) return [];
    throw error;
  }
}

/** Letters and numbers only. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The same words, with or without the id before them. In long ones a letter may be misread. */
function isSame({ id, question }: Listed, item: Question): boolean {
  const [wanted, found] = [plain(question), plain(item.question)];
  if (found === wanted || found === `${plain(id)} ${wanted}`) return true;
  const [one, other] = [new Set(wanted.split(' ')), new Set(found.split(' '))];
  return one.size >= 6 && (2 * [...one].filter((word) => other.has(word)).length) / (one.size + other.size) >= 0.85;
}
