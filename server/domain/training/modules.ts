/** The catalog of the training: one list for everything that assigns, counts or shows modules (spec/areas/training, rule 1). */
import type { components } from '../../../generated/api.d.ts';
import type { Lesson } from './lesson.ts';
import { dataHandling } from './lessons/data-handling.ts';
import { devices } from './lessons/devices.ts';
import { hipaa } from './lessons/hipaa.ts';
import { incidentReporting } from './lessons/incident-reporting.ts';
import { passwords } from './lessons/passwords.ts';
import { phishing } from './lessons/phishing.ts';

export type ModuleId = components['schemas']['TrainingVideoId'];
export type Program = components['schemas']['TrainingProgram'];

export interface Module extends Lesson {
  readonly id: ModuleId;
  readonly program: Program;
  /** From 1. */
  readonly order: number;
}

const lessons = [
  ['sat-1', 'general', phishing],
  ['sat-2', 'general', passwords],
  ['sat-3', 'general', dataHandling],
  ['sat-4', 'general', devices],
  ['sat-5', 'general', incidentReporting],
  ['hipaa-sat-1', 'hipaa', hipaa],
] as const;

/** All modules, in their order. */
export const modules: readonly Module[] = lessons.map(([id, program, lesson], index) => ({ ...lesson, id, program, order: index + 1 }));

/** @returns the modules of a program, in their order; without one, all of them */
export function modulesOf(program?: Program): readonly Module[] {
  return program === undefined ? modules : modules.filter((module) => module.program === program);
}

/** @returns the ids of the modules of a program, in their order */
export function idsOf(program: Program): ModuleId[] {
  return modulesOf(program).map(({ id }) => id);
}
