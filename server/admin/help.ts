import { commands } from './commands.ts';

/** Returns the help text for all commands. */
export function help(): string {
  return [
    'Usage: npm run -s admin -- COMMAND',
    '',
    ...commands.flatMap(({ usage, meaning }) => [`  ${usage}`, `      ${meaning}`]),
    '  help',
    '      Prints this list.',
    '',
    'The commands use the database of the server: DATABASE_URL, or the embedded one in DATA_DIR, which no running server may be using, except for backup and session create.',
    'They print JSON, and status prints words without --json. The exit code is 0 for success, 1 for a failure and 2 for wrong usage, and that of migrate --check is 3 when migrations are to come; standard error gives the reason in one line.',
    '',
  ].join('\n');
}
