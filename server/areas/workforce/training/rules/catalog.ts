/** Converts training modules to the form of the contract. */
import type { components } from '#generated/api';
import type { Module } from '#domain/people/training/modules';
import type { TrainingMedia } from '#platform/ports/training-media';

/**
 * @param followsHipaa whether the organization follows HIPAA
 * @param media finds the recordings of modules; undefined if the installation has none (training, rules 6 and 11)
 * @returns the module: a video if a recording exists, otherwise a document
 */
export function toContractVideo(
  module: Module,
  followsHipaa: boolean,
  media: TrainingMedia | undefined,
): components['schemas']['TrainingVideo'] {
  const { id, program, title, description, order, sections, questions } = module;
  const url = media?.urlOf(id) ?? null;
  return {
    id,
    program,
    title,
    description,
    format: url === null ? 'document' : 'video',
    url,
    sections: url === null ? sections.map((section) => ({ ...section })) : [],
    questions: questions.map((question) => ({ ...question, choices: [...question.choices] })),
    order,
    available: program !== 'hipaa' || followsHipaa,
  };
}
