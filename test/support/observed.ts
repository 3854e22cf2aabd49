/**
 * What the running app answered in a run of the whole suite, held to what the contract declares: each status of each operation in each of
 * its media types is produced by some test, and nothing else is answered.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { multistream, pino } from 'pino';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { Config } from '../../server/platform/config.ts';
import type { RequestState } from '../../server/contract/request-state.ts';
import type { Log } from '../../server/platform/log.ts';
import { apart } from './apart.ts';
import { contract } from './contract.ts';
import { strayPlaces } from './places.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    observed: string;
  }
}

const noted = new Set<string>();
/** Once a process is enough. */
function note(line: string) {
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(inject('observed'), `${line}\n`);
}

const answerOf = (id: string, status: number, type = 'no body') => `${id.padEnd(40)} ${status} ${type}`;

/** The app, with each answer to an operation noted. Those to HEAD are not: they do not show what they would have been. */
export function observing(app: RequestListener): RequestListener {
  return (req: IncomingMessage & { requestState?: RequestState }, res) => {
    res.on('finish', () => {
      if (!req.requestState?.matched || req.requestState.head) return;
      const { id } = req.requestState.matched;
      for (const place of strayPlaces(id, res.statusCode, (name) => res.getHeader(name)?.toString())) note(`${stray}${id} ${place}`);
      const files = answerOf(id, res.statusCode, '*/*');
      note(declaredAnswers.has(files) ? files : answerOf(id, res.statusCode, res.getHeader('content-type')?.toString().split(';')[0]));
    });
    app(req, res);
  };
}

const misfit = 'misfit: ';
const stray = 'stray: ';
/** The log of the app, in which the check of answers says what it found. The client only sees a 500 instead of what was to be answered. */
export function observingLog(level: Config['logLevel']): Log {
  const write = (line: string) => {
    const { method, path: asked, err }: { method?: string; path?: string; err?: { type?: string; message?: string } } = JSON.parse(line);
    if (err?.type === 'InternalServerError') note(`${misfit}${method} ${asked?.replace(/_[0-9a-f]{24}\b/g, '_…')}: ${err.message}`);
  };
  const shown = level === 'silent' ? [] : [{ level, stream: pino.destination({ dest: 2, sync: true }) }];
  return pino({ level: 'error', base: null }, multistream([...shown, { level: 'error', stream: { write } }]));
}

/** Before and after all tests. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'observed-'));
  const file = path.join(folder, 'answers');
  writeFileSync(file, '');
  project.provide('observed', file);
  return async () => {
    const seen = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    // A part of the suite, as `npm test` is, cannot show everything.
    const report = reportOn((await isWhole(project)) ? seen : [...declared, ...seen]);
    rmSync(folder, { recursive: true });
    if (report === '') return;
    console.error(`\n${report}`);
    process.exitCode = 1;
  };
}

/** Whether each file that calls the app in its own process was run to its end, and none of its tests was left out by its name. */
async function isWhole({ vitest }: TestProject): Promise<boolean> {
  if (vitest.getGlobalTestNamePattern() !== undefined) return false;
  const ended = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => !['queued', 'pending'].includes(module.state()))
      .map((module) => module.moduleId),
  );
  for await (const file of glob('test/**/*.test.ts'))
    if (!apart.some((start) => file.startsWith(`test/${start}`)) && !ended.has(path.resolve(file))) return false;
  return true;
}

/** Every answer that the contract declares. */
export const declared = contract.flatMap(({ id, responses }) =>
  responses.flatMap(({ status, answer }) => {
    const types = Object.keys(answer.content ?? {});
    return types.length ? types.map((type) => answerOf(id, status, type)) : [answerOf(id, status)];
  }),
);

const declaredAnswers = new Set(declared);

/** @param observed as noted @returns what differs from the contract; empty when nothing does */
export function reportOn(observed: readonly string[]): string {
  const [promised, seen] = [new Set(declared), new Set(observed)];
  const others = [...seen].filter((answer) => !promised.has(answer));
  const found = [
    ['Declared by the contract, but answered in no test:', declared.filter((answer) => !seen.has(answer))],
    ['Answered, but not declared by the contract:', others.filter((answer) => !answer.startsWith(misfit) && !answer.startsWith(stray))],
    [
      'Kept from being answered, because it does not fit the contract:',
      others.filter((answer) => answer.startsWith(misfit)).map((answer) => answer.slice(misfit.length)),
    ],
    [
      'Sent otherwise than the example of its header shows:',
      others.filter((answer) => answer.startsWith(stray)).map((answer) => answer.slice(stray.length)),
    ],
  ] as const;
  return found.flatMap(([title, answers]) => (answers.length ? [title, ...answers.map((answer) => `  ${answer}`)] : [])).join('\n');
}
