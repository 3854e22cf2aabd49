/** Renders the page of the workflows: the purpose of each, and what its steps require, do and check. */
import { nameOfWorkflow, type Step, type WorkflowFile } from '../workflows/read.ts';
import { operationsOf } from './contract.ts';
import { renderMarkdown } from './guides.ts';
import { type Html, html } from './html.ts';
import { type Reference, textPage } from './pages.ts';

/** @throws when a step refers to something that does not exist in the contract */
export function workflowsPage(reference: Reference): string {
  const { groups, workflows } = reference;
  return textPage(
    'Workflows',
    'Sequences of requests that reach a goal, ready to run.',
    groups,
    workflows.map(({ workflow: { workflowId, summary } }) => ({ title: summary, slug: workflowId })),
    html`<h1>Workflows</h1>
      ${renderMarkdown(introduction, reference.links)} ${workflows.map((file) => section(file, reference))}`,
  );
}

const introduction = `
A workflow is a sequence of requests that reaches a goal. Below each step stand the conditions that the response has to meet before the
workflow goes on. The workflows are files in Arazzo 1.0.1, which people can read and programs can run. The tests of the service run all of
them.

Download a file with the contract next to it, and run it with any program that runs Arazzo, such as Redocly CLI:

\`\`\`sh
curl -O "http://localhost:3000/docs/{openapi.json,adopt-framework.arazzo.yaml}"
npx @redocly/cli respect adopt-framework.arazzo.yaml \\
  --server api=http://localhost:3000 \\
  --input apiKey=$API_KEY
\`\`\`

A workflow with an approval also needs \`--input sessionToken=$SESSION_TOKEN\`, with a token that your sign-in or
\`compliance-automation-api-admin session create\` issued to the owner. Where a step downloads a PDF, add
\`--severity SCHEMA_CHECK=warn\`, because Redocly CLI compares the bytes of the file with the text that its schema describes.`;

function section({ name, workflow }: WorkflowFile, reference: Reference): Html {
  const { workflowId, summary, description, inputs, steps } = workflow;
  return html`<section id="${workflowId}">
    <h2>${summary}</h2>
    ${renderMarkdown(description, reference.links)}
    <p>Its file is <a href="${name}">${name}</a>, and its inputs are:</p>
    <ul>
      ${Object.entries(inputs.properties).map(([input, { description: meaning }]) => html`<li><code>${input}</code>: ${meaning}</li>`)}
    </ul>
    <ol class="steps">
      ${steps.map((step) => item(workflowId, step, reference))}
    </ol>
  </section>`;
}

function item(workflow: string, step: Step, reference: Reference): Html {
  return html`<li id="${workflow}-${step.stepId}">
    <h3>${target(step, reference)}</h3>
    ${renderMarkdown(step.description, reference.links)}
    <ul class="proofs">
      ${(step.successCriteria ?? []).map(({ condition }) => html`<li><code>${condition}</code></li>`)}
    </ul>
  </li>`;
}

/** @returns a link to the operation or the workflow that a step calls */
function target({ stepId, operationId, workflowId }: Step, { document, links, workflows }: Reference): Html {
  const placed = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (placed) {
    const { method, path, operation } = placed;
    return html`<a href="${links.operation(operation.operationId)}">${operation.summary}</a>
      <small><span class="kind ${method}">${method}</span> ${path}</small>`;
  }
  const calledWorkflow = workflows.find(({ workflow }) => workflow.workflowId === nameOfWorkflow(workflowId ?? ''));
  if (!calledWorkflow) throw new Error(`The workflow of the step ${stepId} does not exist`);
  return html`<a href="${links.workflow(calledWorkflow.workflow.workflowId)}">${calledWorkflow.workflow.summary}</a>
    <small>a workflow of its own</small>`;
}
