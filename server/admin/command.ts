/** Defines an operator's command: its name, its options, and a function that plans the work. */
import { parseArgs } from 'node:util';
import type { Config } from '#platform/config';

/** The command line is invalid; nothing was done. */
export class UsageError extends Error {}

/** The command failed. The message is one line for the operator. */
export class Failure extends Error {}

/** @returns what to print as JSON; undefined when everything has been printed @throws Failure */
export type Work = (config: Config) => Promise<object | undefined>;

export interface Command {
  /** One or two words. */
  readonly name: string;
  readonly usage: string;
  readonly meaning: string;
  /** @param args the arguments after the name @throws UsageError */
  plan(args: readonly string[]): Work;
}

type OptionValues<Needed extends string, Allowed extends string> = Readonly<Record<Needed, string> & Partial<Record<Allowed, string>>>;

/**
 * Creates a command.
 * @param needed,allowed required and optional options, with placeholders for their values in the usage
 * @param flags options without a value
 * @param plan checks the values, before anything is opened, and returns the work; throws UsageError
 */
export function command<Needed extends string = never, Allowed extends string = never, Flag extends string = never>({
  name,
  meaning,
  needed,
  allowed,
  flags = [],
  plan,
}: {
  readonly name: string;
  readonly meaning: string;
  readonly needed?: Readonly<Record<Needed, string>>;
  readonly allowed?: Readonly<Record<Allowed, string>>;
  readonly flags?: readonly Flag[];
  plan(optionValues: OptionValues<Needed, Allowed | Flag>): Work;
}): Command {
  const usage = [
    name,
    ...Object.entries(needed ?? {}).map(([option, value]) => `--${option} ${value}`),
    ...Object.entries(allowed ?? {}).map(([option, value]) => `[--${option} ${value}]`),
    ...flags.map((flag) => `[--${flag}]`),
  ].join(' ');
  return {
    name,
    usage,
    meaning,
    plan(args) {
      const values = valuesOf(args, Object.keys({ ...needed, ...allowed }), flags);
      if (!hasNeededOptions<Needed, Allowed | Flag>(values, Object.keys(needed ?? {})))
        throw new UsageError(
          `${Object.keys(needed ?? {})
            .filter((option) => values[option] === undefined)
            .map((option) => `--${option}`)
            .join(', ')} is missing: ${usage}`,
        );
      return plan(values);
    },
  };
}

function valuesOf(args: readonly string[], options: readonly string[], flags: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [option, value] of Object.entries(parseOptions(args, options, flags))) {
    if (value === true) values[option] = 'true';
    else if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${option} needs a value`);
    else values[option] = value;
  }
  return values;
}

function parseOptions(args: readonly string[], options: readonly string[], flags: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries([
        ...options.map((option) => [option, { type: 'string' as const }] as const),
        ...flags.map((flag) => [flag, { type: 'boolean' as const }] as const),
      ]),
    }).values;
  } catch (error) {
    // Only the first sentence of the message is about the input; the rest is general advice.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      throw new UsageError(error.message.split(/\.?\n|\. /, 1)[0]?.trimEnd());
    throw error;
  }
}

function hasNeededOptions<Needed extends string, Allowed extends string>(
  values: object,
  needed: readonly string[],
): values is OptionValues<Needed, Allowed> {
  return needed.every((option) => option in values);
}
