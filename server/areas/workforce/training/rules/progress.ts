/** The progress of members in programs (training, rules 5 and 7). */
import type { components } from '#generated/api';
import { modulesOf, type Program } from '#domain/people/training/modules';

export type Completion = components['schemas']['TrainingCompletion'];
export type Progress = components['schemas']['TrainingProgress'];

interface Member {
  readonly id: string;
  /** Whether the program is mandatory for the member. */
  readonly required: boolean;
}

/** @param completions of the member; those of other programs are ignored */
export function progressOf({ id, required }: Member, program: Program, completions: readonly Completion[]): Progress {
  const times = new Map(completions.map(({ videoId, completedAt }) => [videoId, completedAt]));
  const items = modulesOf(program).map((module) => ({ id: module.id, title: module.title, completedAt: times.get(module.id) ?? null }));
  const done = items.flatMap(({ completedAt }) => completedAt ?? []);
  const isComplete = done.length === items.length;
  return {
    memberId: id,
    program,
    required,
    total: items.length,
    completed: done.length,
    isComplete,
    completedAt: isComplete ? (done.toSorted().at(-1) ?? null) : null,
    items,
  };
}

/** @returns the completion that completed the program, or of several at the same time the last in the catalog; undefined if a module is open */
export function lastCompletion(program: Program, completions: readonly Completion[]): (Completion & { completedAt: string }) | undefined {
  const done = modulesOf(program).flatMap(({ id }) =>
    completions.flatMap(({ completedAt, ...completion }) =>
      completion.videoId === id && completedAt !== null ? [{ ...completion, completedAt }] : [],
    ),
  );
  if (done.length < modulesOf(program).length) return undefined;
  return done.reduce<(typeof done)[number] | undefined>(
    (last, one) => (last === undefined || one.completedAt >= last.completedAt ? one : last),
    undefined,
  );
}
