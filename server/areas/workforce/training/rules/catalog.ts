/** A module in the shape of the contract. */
import type { components } from '#generated/api';
import type { Module } from '#domain/people/training/modules';
import type { TrainingMedia } from '#platform/ports/training-media';

/**
 * @param hipaa whether the organization follows HIPAA
 * @param media where recordings are stored, if there are any (training, rules 6 and 11)
 */
export function videoOf(module: Module, hipaa: boolean, media: TrainingMedia | undefined): components['schemas']['TrainingVideo'] {
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
    available: program !== 'hipaa' || hipaa,
  };
}
