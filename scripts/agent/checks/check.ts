/** The definition of a check of a computer: commands, and a function that evaluates their output (spec/areas/devices/devices). */
import type { components } from '#generated/api';

export type CheckType = components['schemas']['DeviceCheckType'];
export type CheckResult = components['schemas']['DeviceCheckResult'];

export interface Outcome {
  readonly passed: boolean;
  readonly message: string;
}

export interface Check {
  readonly checkType: CheckType;
  /** The commands to run. Their outputs are concatenated in this order for `evaluate`, one or more lines each. */
  readonly commands: readonly (readonly [file: string, ...args: string[]])[];
  /** @param output of all commands @returns the result of the check */
  readonly evaluate: (output: string) => Outcome;
}

/** The longest inactivity in seconds before the screen must lock, and the minimum length of passwords. */
export const maxIdleSeconds = 900;
export const minPasswordLength = 8;

export function checkPasswordLength(characters: number | undefined): Outcome {
  if (characters === undefined) return { passed: false, message: 'No minimum length of passwords is set.' };
  return { passed: characters >= minPasswordLength, message: `Passwords must have at least ${characters} characters.` };
}

/** @param seconds of inactivity after which the screen locks; undefined when it never locks */
export function checkScreenLock(seconds: number | undefined): Outcome {
  if (seconds === undefined) return { passed: false, message: 'The screen does not lock.' };
  return { passed: seconds <= maxIdleSeconds, message: `The screen locks after ${seconds} seconds.` };
}
