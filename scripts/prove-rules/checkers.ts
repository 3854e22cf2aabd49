/** The programs that must report the faults. Each reads all copies in one run, because most of its time is its start. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseContract } from '../check-spec/document.ts';
import { findContractFaults } from '../check-spec/faults.ts';
import { completeContract } from '../complete-contract/complete.ts';
import type { Document } from '../complete-contract/document.ts';
import { readContract } from '../docs/contract.ts';
import { faultsInWorkflows } from '../workflows/faults.ts';
import { readWorkflows } from '../workflows/read.ts';

/** @param folders each with a copy of spec/ @returns for each folder, one line for each fault */
export type Checker = (folders: readonly string[]) => Promise<readonly (readonly string[])[]>;

/** Returns the faults that redocly reports for the contract. */
export const lint: Checker = createLinter('spec/openapi.yaml');
/** Returns the faults that redocly reports for the workflows. */
export const lintWorkflows: Checker = createLinter('spec/workflows/*.yaml');

function createLinter(files: string): Checker {
  return async (folders) => {
    const patterns = folders.map((folder) => path.join(folder, files));
    const output = await redocly('lint', ...patterns, '--config', 'redocly.yaml', '--format', 'stylish', '--max-problems', '1000');
    // The output has a line with each file, followed by a line for each of its faults: `  11:5  error  struct  Property …`.
    const faults = output.split(/^(?=\S.*:$)/m).flatMap((part) => {
      const [file = '', ...lines] = part.split('\n');
      return lines.map((line) => ({
        file: path.resolve(file.slice(0, -1)),
        fault: line
          .trim()
          .replace(/^\d+:\d+/, '')
          .replace(/\s+/g, ' '),
      }));
    });
    return folders.map((folder) => faults.filter(({ file }) => file.startsWith(folder + path.sep)).map(({ fault }) => fault));
  };
}

/** Returns the errors of the bundler. */
export const bundle: Checker = async (folders) => {
  const output = await runBundler(folders);
  return folders.map((folder) => (existsSync(bundleOf(folder)) ? [] : [output]));
};

const bundleOf = (folder: string) => path.join(folder, 'openapi.json');

async function runBundler(folders: readonly string[]): Promise<string> {
  const [first = ''] = folders;
  const apis = folders.map((folder) => [path.basename(folder), { root: path.join(folder, 'spec/openapi.yaml'), output: bundleOf(folder) }]);
  const config = path.join(first, `bundle-${folders.length}.yaml`);
  writeFileSync(config, JSON.stringify({ telemetry: 'off', apis: Object.fromEntries(apis) }));
  return redocly('bundle', '--config', config, '--component-renaming-conflicts-severity=error');
}

/** Returns the faults that check-spec reports for the completed contract. */
export const check: Checker = async (folders) => {
  const output = await runBundler(folders);
  return folders.map((folder) => {
    if (!existsSync(bundleOf(folder))) return [output];
    const text = readFileSync(bundleOf(folder), 'utf8');
    const spec = path.join(folder, 'spec');
    const { document, why: errors } = tryToComplete(text, spec);
    return [...errors, ...findContractFaults(parseContract(JSON.parse(document), spec))];
  });
};

/** @returns the completed document, or the original document and the error if it cannot be completed */
function tryToComplete(text: string, spec: string): { document: string; why: readonly string[] } {
  const document: Document = JSON.parse(text);
  try {
    completeContract(document, spec);
    return { document: JSON.stringify(document), why: [] };
  } catch (error) {
    return { document: text, why: [String(error)] };
  }
}

/** Returns the faults that check-workflows reports. */
export const checkWorkflows: Checker = (folders) => {
  const contract: Parameters<typeof faultsInWorkflows>[0] = JSON.parse(readContract());
  return Promise.resolve(
    folders.map((folder) =>
      faultsInWorkflows(
        contract,
        readWorkflows(path.join(folder, 'spec/workflows')).map(({ workflow }) => workflow),
      ),
    ),
  );
};

/** @returns the output of redocly, whatever its exit status is */
function redocly(...parameters: readonly string[]): Promise<string> {
  const { FORCE_COLOR, ...env } = process.env;
  return new Promise((resolve) => {
    execFile('redocly', parameters, { env: { ...env, NO_COLOR: '1' }, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
}
