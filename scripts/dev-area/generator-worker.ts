/** The worker of generator.ts. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { promisify } from 'node:util';
import { completeContract } from '../complete-contract/complete.ts';
import type { Document } from '../complete-contract/document.ts';
import { formatContract } from '../complete-contract/formatted.ts';
import { bundleArguments } from '../generate/bundle-arguments.ts';
import { writeTypes } from '../generate-types/write.ts';
import type { Task, TaskResult } from './generator.ts';

const runProgram = promisify(execFile);
const bundleFile = 'node_modules/.cache/dev-area/bundle.json';
let contract = '';

/** Programs whose output the server reads. The client's types and the database's are not among them. */
const programs = ['generate-operations', 'generate-problems', 'generate-gate'];

const tasks: Readonly<Record<Task, () => Promise<TaskResult>>> = {
  contract: async () => {
    mkdirSync(path.dirname(bundleFile), { recursive: true });
    await runProgram('redocly', bundleArguments(bundleFile));
    const document: Document = JSON.parse(readFileSync(bundleFile, 'utf8'));
    completeContract(document, 'spec');
    contract = formatContract(document);
    writeFileSync('generated/openapi.json', contract);
    await Promise.all(programs.map((name) => runProgram('node', [`scripts/${name}.ts`])));
    return [];
  },
  types: async () => {
    await writeTypes(contract);
    return [];
  },
};

parentPort?.on('message', (task: Task) => {
  tasks[task]().then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => parentPort?.postMessage([error instanceof Error ? error.message : String(error)]),
  );
});
