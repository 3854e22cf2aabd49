/**
 * Compares all answers of the app in a run of the whole suite with the contract: some test must produce each status of each operation in
 * each of its media types, and no other answers may occur.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { multistream, pino } from 'pino';
import { expect, inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { Config } from '#platform/config';
import type { RequestState } from '#contract/request-state';
import type { Log } from '#platform/log';
import { testsWithoutApp } from './tests-without-app.ts';
import { contract, isSampled } from './contract.ts';
import { findHeaderMismatches } from './places.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    observed: string;
  }
}

const recordedLines = new Set<string>();
/** Records each line once in this process. */
function record(line: string) {
  if (recordedLines.has(line)) return;
  recordedLines.add(line);
  appendFileSync(inject('observed'), `${line}\n`);
}

const answerOf = (id: string, status: number, type = 'no body') => `${id.padEnd(40)} ${status} ${type}`;

/** Wraps the app so that all answers to operations are recorded, except answers to HEAD, which have no body. */
export function recordAnswers(app: RequestListener): RequestListener {
  return (req: IncomingMessage & { requestState?: RequestState }, res) => {
    res.on('finish', () => {
      if (!req.requestState?.matched || req.requestState.head) return;
      const { id } = req.requestState.matched;
      for (const place of findHeaderMismatches(id, res.statusCode, (name) => res.getHeader(name)?.toString()))
        record(`${headerPrefix}${id} ${place}`);
      const fileAnswer = answerOf(id, res.statusCode, '*/*');
      const answer = declaredAnswers.has(fileAnswer)
        ? fileAnswer
        : answerOf(id, res.statusCode, res.getHeader('content-type')?.toString().split(';')[0]);
      if (!isGeneratedRequest() || !declaredAnswers.has(answer)) record(answer);
    });
    app(req, res);
  };
}

/** Declared answers to random requests are not recorded, because they occur in one run and not in the next. */
const isGeneratedRequest = () => expect.getState().testPath?.includes('/test/properties/') ?? false;

const invalidPrefix = 'misfit: ';
const headerPrefix = 'stray: ';
/** @returns a log for the app that records the errors of the validation of answers. Clients see only a 500 for these. */
export function createRecordingLog(level: Config['logLevel']): Log {
  const write = (line: string) => {
    const {
      method,
      path: requestPath,
      err,
    }: { method?: string; path?: string; err?: { type?: string; message?: string } } = JSON.parse(line);
    if (err?.type === 'InternalServerError')
      record(`${invalidPrefix}${method} ${requestPath?.replace(/_[0-9a-f]{24}\b/g, '_…')}: ${err.message}`);
  };
  const streams = level === 'silent' ? [] : [{ level, stream: pino.destination({ dest: 2, sync: true }) }];
  return pino({ level: 'error', base: null }, multistream([...streams, { level: 'error', stream: { write } }]));
}

/** Runs before and after all tests. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'observed-'));
  const file = path.join(folder, 'answers');
  writeFileSync(file, '');
  project.provide('observed', file);
  return async () => {
    const seen = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    // No answers are expected of a part of the suite, such as `npm test`, and only those of its operations are expected of a sample.
    // Answers that are not expected count as seen.
    const expected = (await isWholeSuite(project)) ? declared.filter((answer) => isSampled(answer.split(' ', 1)[0] ?? '')) : [];
    const report = reportOn([...declared.filter((answer) => !expected.includes(answer)), ...seen]);
    rmSync(folder, { recursive: true });
    if (report === '') return;
    console.error(`\n${report}`);
    process.exitCode = 1;
  };
}

/** Whether each file that calls the app in its own process ran to its end, and no test was excluded by its name. */
async function isWholeSuite({ vitest }: TestProject): Promise<boolean> {
  if (vitest.getGlobalTestNamePattern() !== undefined) return false;
  const finishedFiles = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => !['queued', 'pending'].includes(module.state()))
      .map((module) => module.moduleId),
  );
  for await (const file of glob('test/**/*.test.ts'))
    if (!testsWithoutApp.some((start) => file.startsWith(`test/${start}`)) && !finishedFiles.has(path.resolve(file))) return false;
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

/** @param observed recorded answers @returns the differences from the contract; empty when there are none */
export function reportOn(observed: readonly string[]): string {
  const [declaredSet, seenAnswers] = [new Set(declared), new Set(observed)];
  const undeclaredAnswers = [...seenAnswers].filter((answer) => !declaredSet.has(answer));
  const differences = [
    ['Declared by the contract, but answered in no test:', declared.filter((answer) => !seenAnswers.has(answer))],
    [
      'Answered, but not declared by the contract:',
      undeclaredAnswers.filter((answer) => !answer.startsWith(invalidPrefix) && !answer.startsWith(headerPrefix)),
    ],
    [
      'Kept from being answered, because it does not fit the contract:',
      undeclaredAnswers.filter((answer) => answer.startsWith(invalidPrefix)).map((answer) => answer.slice(invalidPrefix.length)),
    ],
    [
      'Sent otherwise than the example of its header shows:',
      undeclaredAnswers.filter((answer) => answer.startsWith(headerPrefix)).map((answer) => answer.slice(headerPrefix.length)),
    ],
  ] as const;
  return differences.flatMap(([title, answers]) => (answers.length ? [title, ...answers.map((answer) => `  ${answer}`)] : [])).join('\n');
}
