/** Computes the progress of members in training programs (training, rules 5 and 7). */
import type { components } from '#generated/api';
import { modulesOf, type Program } from '#domain/people/training/modules';

export type Completion = components['schemas']['TrainingCompletion'];
export type Progress = components['schemas']['TrainingProgress'];

interface Member {
  readonly id: string;
  /** Whether the program is mandatory for the member. */
  readonly required: boolean;
}

/** @param completions the completions of the member; completions of other programs are ignored @returns the progress in the program */
export function progressOf({ id, required }: Member, program: Program, completions: readonly Completion[]): Progress {
  const doneTimes = new Map(completions.map(({ videoId, completedAt }) => [videoId, completedAt]));
  const items = modulesOf(program).map((module) => ({ id: module.id, title: module.title, completedAt: doneTimes.get(module.id) ?? null }));
  const completionTimes = items.flatMap(({ completedAt }) => completedAt ?? []);
  const isComplete = completionTimes.length === items.length;
  return {
    memberId: id,
    program,
    required,
    total: items.length,
    completed: completionTimes.length,
    isComplete,
    completedAt: isComplete ? (completionTimes.toSorted().at(-1) ?? null) : null,
    items,
  };
}

/** @returns the latest completion of a completed program; undefined if a module is open. For equal times, the last module counts. */
export function completionOfProgram(
  program: Program,
  completions: readonly Completion[],
): (Completion & { completedAt: string }) | undefined {
  const programCompletions = modulesOf(program).flatMap(({ id }) =>
    completions.flatMap(({ completedAt, ...completion }) =>
      completion.videoId === id && completedAt !== null ? [{ ...completion, completedAt }] : [],
    ),
  );
  if (programCompletions.length < modulesOf(program).length) return undefined;
  return programCompletions.reduce<(typeof programCompletions)[number] | undefined>(
    (latest, completion) => (latest === undefined || completion.completedAt >= latest.completedAt ? completion : latest),
    undefined,
  );
}
