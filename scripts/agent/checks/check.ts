/** What a check of a computer is: commands of the operating system, and a judgment of what they print (spec/areas/devices). */
import type { components } from '../../../generated/api.d.ts';

export type CheckType = components['schemas']['DeviceCheckType'];
export type CheckResult = components['schemas']['DeviceCheckResult'];

export interface Verdict {
  readonly passed: boolean;
  readonly message: string;
}

export interface Check {
  readonly checkType: CheckType;
  /** What is run; the outputs follow each other in what is judged, a line or more for each. */
  readonly commands: readonly (readonly [file: string, ...args: string[]])[];
  /** @param output of all commands @returns the result of the check */
  readonly judge: (output: string) => Verdict;
}

/** The screen must lock after so many seconds of inactivity at most, and passwords must have so many characters at least. */
export const mostIdle = 900;
export const leastCharacters = 8;

export function lengthVerdict(characters: number | undefined): Verdict {
  if (characters === undefined) return { passed: false, message: 'No minimum length of passwords is set.' };
  return { passed: characters >= leastCharacters, message: `Passwords must have at least ${characters} characters.` };
}

/** @param seconds of inactivity after which the screen locks; undefined when it does not */
export function lockVerdict(seconds: number | undefined): Verdict {
  if (seconds === undefined) return { passed: false, message: 'The screen does not lock.' };
  return { passed: seconds <= mostIdle, message: `The screen locks after ${seconds} seconds.` };
}
