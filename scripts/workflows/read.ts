/** Reads the parts of the workflows in spec/workflows that the checks and the reference need (Arazzo 1.0.1). Each file has one workflow. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export interface Criterion {
  readonly condition: string;
}
/** Calls an operation, or another workflow: `$sourceDescriptions.<name>.<workflowId>`. */
export interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId?: string;
  readonly workflowId?: string;
  readonly successCriteria?: readonly Criterion[];
}
export interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description: string;
  readonly inputs: {
    readonly properties: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  };
  readonly steps: readonly Step[];
}
export interface WorkflowFile {
  readonly name: string;
  readonly text: string;
  readonly workflow: Workflow;
}

/** @param folder with the files @throws when a file does not contain exactly one workflow */
export function readWorkflows(folder = fileURLToPath(new URL('../../spec/workflows', import.meta.url))): WorkflowFile[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const { workflows }: { workflows: readonly Workflow[] } = parse(text);
      const [workflow, ...otherWorkflows] = workflows;
      if (!workflow || otherWorkflows.length) throw new Error(`${name} has ${workflows.length} workflows`);
      return { name, text, workflow };
    });
}

/** @returns the id of the workflow that a step calls */
export function nameOfWorkflow(reference: string): string {
  return reference.split('.').at(-1) ?? '';
}
