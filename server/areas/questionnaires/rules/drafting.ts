/** Answers that a language model drafts, with the built-in answers in its place whenever it fails (spec/areas/questionnaires, rule 17). */
import type { Writer } from '../../../domain/text-generation/writer.ts';
import { type AnswerGenerator, quotingGenerator } from './generator.ts';

const task = 'You draft the answer of an organization to a question of a security questionnaire, in the first person plural.';

export function draftingGenerator(writer: Writer): AnswerGenerator {
  return {
    async generate(question, passages) {
      const draft = await writer.draft(task, question, passages);
      return draft ? { answer: draft.text, used: draft.cited, draftedByModel: true } : quotingGenerator.generate(question, passages);
    },
  };
}
