/** Lists the training modules (training, rule 1). */
import type { components } from '#generated/api';
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
  /** The position among all modules, from 1. */
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

/** All modules, in the order of the catalog. */
export const modules: readonly Module[] = lessons.map(([id, program, lesson], index) => ({ ...lesson, id, program, order: index + 1 }));

/** @param program defaults to all programs @returns the modules of the program, in the order of the catalog */
export function modulesOf(program?: Program): readonly Module[] {
  return program === undefined ? modules : modules.filter((module) => module.program === program);
}

/** @returns the ids of a program's modules, in the order of the catalog */
export function moduleIdsOf(program: Program): ModuleId[] {
  return modulesOf(program).map(({ id }) => id);
}
