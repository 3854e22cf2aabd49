/**
 * Runs operator commands. JSON goes to standard output; warnings and one-line errors go to standard error. The exit code is 1 for failure, 2 for wrong
 * usage, or set by the command itself, as 3 by `migrate --check`.
 */
import { configFrom, ConfigError } from '#platform/config';
import { StartError } from '#start/start-error';
import { Failure, UsageError } from './command.ts';
import { planCommand } from './commands.ts';
import { help } from './help.ts';

// Makes all files that commands write accessible to their account only.
process.umask(0o077);
const args = process.argv.slice(2);
try {
  if (args[0] === 'help' || args.includes('--help')) process.stdout.write(help());
  else {
    const work = planCommand(args);
    // Commands read from the primary, where they write.
    const result = await work({ ...configFrom(process.env), databaseReadUrls: undefined });
    if (result) process.stdout.write(`${JSON.stringify(result)}\n`);
  }
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof Failure || error instanceof ConfigError || error instanceof StartError;
  console.error(
    isExpected
      ? error.message
          .split('\n')
          .map((line) => line.trim())
          .join('; ')
      : error,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
