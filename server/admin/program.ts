/** The operator's command. JSON on standard output, errors as one line on standard error, and warnings; exit code 1 for failure, 2 for wrong usage, and a command may have one of its own. */
import { configFrom, ConfigError } from '../platform/config.ts';
import { StartError } from '../start/open.ts';
import { Failure, UsageError } from './command.ts';
import { planOf } from './commands.ts';
import { help } from './help.ts';

// Whatever a command writes is its account's alone.
process.umask(0o077);
const args = process.argv.slice(2);
try {
  if (args[0] === 'help' || args.includes('--help')) process.stdout.write(help());
  else {
    const work = planOf(args);
    // Commands read where they write.
    const result = await work({ ...configFrom(process.env), databaseReadUrls: undefined });
    if (result) process.stdout.write(`${JSON.stringify(result)}\n`);
  }
} catch (error) {
  const expected = error instanceof UsageError || error instanceof Failure || error instanceof ConfigError || error instanceof StartError;
  console.error(
    expected
      ? error.message
          .split('\n')
          .map((line) => line.trim())
          .join('; ')
      : error,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
