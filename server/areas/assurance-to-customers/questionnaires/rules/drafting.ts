/** Drafts answers with a language model, and falls back to quoting passages if that fails (questionnaires, rule 17). */
import type { Writer } from '#domain/text-generation/writer';
import { type AnswerGenerator, quotingGenerator } from './generator.ts';

const task = 'You draft the answer of an organization to a question of a security questionnaire, in the first person plural.';

export function draftingGenerator(writer: Writer): AnswerGenerator {
  return {
    async generate(question, passages) {
      const draft = await writer.draft(task, question, passages);
      return draft
        ? { answer: draft.text, usedPassages: draft.cited, draftedByModel: true }
        : quotingGenerator.generate(question, passages);
    },
  };
}
