/** The worker of generator.ts. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { promisify } from 'node:util';
import { bundle, loadConfig } from '@redocly/openapi-core';
import { completeContract } from '../complete-contract/complete.ts';
import type { Document } from '../complete-contract/document.ts';
import { formatContract } from '../complete-contract/formatted.ts';
import { writeTypes } from '../generate-types/write.ts';
import type { Task, TaskResult } from './generator.ts';

const config = await loadConfig();
const runProgram = promisify(execFile);
let contract = '';

/** Programs whose output the server reads. The client's types and the database's are not among them. */
const programs = ['generate-operations', 'generate-problems', 'generate-gate'];

const tasks: Readonly<Record<Task, () => Promise<TaskResult>>> = {
  contract: async () => {
    const { bundle: bundled, problems } = await bundle({ ref: 'spec/openapi.yaml', config });
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length)
      return errors.map(({ message, location }) => `${location[0]?.source.absoluteRef} ${location[0]?.pointer} ${message}`);
    const document: Document = JSON.parse(JSON.stringify(bundled.parsed));
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
