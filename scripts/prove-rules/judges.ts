/** What has to notice that a copy is broken. Each program reads all copies in one run, because most of its time goes into its start. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contractOf } from '../check-spec/document.ts';
import { faultsIn } from '../check-spec/faults.ts';
import { complete } from '../complete-contract/complete.ts';
import type { Document } from '../complete-contract/document.ts';
import { readContract } from '../docs/contract.ts';
import { faultsInWorkflows } from '../workflows/faults.ts';
import { readWorkflows } from '../workflows/read.ts';

/** @param folders each with a copy of spec/ @returns for each of them, a line for each fault */
export type Judge = (folders: readonly string[]) => Promise<readonly (readonly string[])[]>;

/** Seen by redocly in the contract. */
export const lint: Judge = linted('spec/openapi.yaml');
/** Seen by redocly in the workflows. */
export const lintWorkflows: Judge = linted('spec/workflows/*.yaml');

function linted(files: string): Judge {
  return async (folders) => {
    const patterns = folders.map((folder) => path.join(folder, files));
    const said = await redocly('lint', ...patterns, '--config', 'redocly.yaml', '--format', 'stylish', '--max-problems', '1000');
    // A file stands in a line of its own, and below it a line for each of its faults: `  11:5  error  struct  Property …`.
    const faults = said.split(/^(?=\S.*:$)/m).flatMap((part) => {
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

/** Refused by the bundler. */
export const bundle: Judge = async (folders) => {
  const said = await bundled(folders);
  return folders.map((folder) => (existsSync(bundleOf(folder)) ? [] : [said]));
};

const bundleOf = (folder: string) => path.join(folder, 'openapi.json');

async function bundled(folders: readonly string[]): Promise<string> {
  const [first = ''] = folders;
  const apis = folders.map((folder) => [path.basename(folder), { root: path.join(folder, 'spec/openapi.yaml'), output: bundleOf(folder) }]);
  const config = path.join(first, `bundle-${folders.length}.yaml`);
  writeFileSync(config, JSON.stringify({ telemetry: 'off', apis: Object.fromEntries(apis) }));
  return redocly('bundle', '--config', config, '--component-renaming-conflicts-severity=error');
}

/** Seen by check-spec, once the contract is finished. */
export const check: Judge = async (folders) => {
  const said = await bundled(folders);
  return folders.map((folder) => {
    if (!existsSync(bundleOf(folder))) return [said];
    const text = readFileSync(bundleOf(folder), 'utf8');
    const spec = path.join(folder, 'spec');
    const { document, why } = completed(text, spec);
    return [...why, ...faultsIn(contractOf(JSON.parse(document), spec))];
  });
};

/** What cannot be finished is looked at as it is. */
function completed(text: string, spec: string): { document: string; why: readonly string[] } {
  const document: Document = JSON.parse(text);
  try {
    complete(document, spec);
    return { document: JSON.stringify(document), why: [] };
  } catch (error) {
    return { document: text, why: [String(error)] };
  }
}

/** Seen by check-workflows. */
export const checkWorkflows: Judge = (folders) => {
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

/** @returns what it printed, however it ended */
function redocly(...parameters: readonly string[]): Promise<string> {
  const { FORCE_COLOR, ...env } = process.env;
  return new Promise((resolve) => {
    execFile('redocly', parameters, { env: { ...env, NO_COLOR: '1' }, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
}
