import { commands } from './commands.ts';

/** All commands, for people. */
export function help(): string {
  return [
    'Usage: npm run -s admin -- COMMAND',
    '',
    ...commands.flatMap(({ usage, meaning }) => [`  ${usage}`, `      ${meaning}`]),
    '  help',
    '      This list.',
    '',
    'Works on the database that the server would use: DATABASE_URL, or the one in DATA_DIR, which no server may be using meanwhile.',
    'Answers with JSON. Exit codes: 0 done, 1 failed, 2 wrong usage; then standard error says in one line why.',
    '',
  ].join('\n');
}
