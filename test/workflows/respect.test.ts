/** Runs the workflows with `redocly respect` against a server after its first start. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWorkflows, type Workflow } from '../../scripts/workflows/read.ts';
import { admin } from '../support/admin.ts';
import { call } from '../support/app.ts';
import { bootstrapKey as key, launch, type Process, startServer } from '../support/process.ts';

const workflows = readWorkflows();
const SESSION_SECRET = 'of somebody who signs people in, for a test';
const folder = mkdtempSync(path.join(tmpdir(), 'workflows-'));
let server: Process;
let sessionToken: string;
beforeAll(async () => {
  server = await launch({ DATA_DIR: path.join(folder, 'data'), RATE_LIMIT: '0', SESSION_SECRET });
  const { body } = await call(server.url, 'GET', '/v1/people?role=owner', { key });
  sessionToken = await signIn(body.data[0].userId);
});
afterAll(async () => {
  await server.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** @returns a session token of a person */
function signIn(userId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SESSION_SECRET));
}

interface Check {
  readonly name: string;
  readonly status: 'success' | 'warn' | 'error';
  readonly condition?: string;
}
interface ExecutedStep {
  readonly stepId: string;
  /** The number of remaining attempts, if the step was repeated. */
  readonly retriesLeft?: number;
  readonly request: { readonly url: string };
  readonly response: { readonly headers: Readonly<Record<string, string>> };
  readonly checks: readonly Check[];
}
/** A workflow that a step has called. */
interface Nested {
  readonly executedSteps: readonly (ExecutedStep | Nested)[];
}

/**
 * Runs a file, by default for the demonstration organization.
 * @returns the exit code, and the steps with their checks, without attempts that were repeated
 */
async function respect(file: string, target = { url: server.url, apiKey: key, sessionToken }, extraOptions: readonly string[] = []) {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const inputs = JSON.stringify({ apiKey: target.apiKey, sessionToken: target.sessionToken });
  const program = ['respect', file, '--server', `api=${target.url}`, '--input', inputs, '--json-output', report, ...extraOptions];
  const code = await new Promise<number | null>((resolve) => {
    const child = execFile('redocly', program, { maxBuffer: 50_000_000 }, () => resolve(child.exitCode));
  });
  const { files }: { files: Readonly<Record<string, { executedWorkflows: readonly Nested[] }>> } = JSON.parse(readFileSync(report, 'utf8'));
  const steps = Object.values(files)
    .flatMap(({ executedWorkflows }) => executedWorkflows)
    .flatMap(flattenSteps)
    .filter(({ retriesLeft = 0 }) => retriesLeft === 0);
  return { code, steps };
}
function flattenSteps(step: ExecutedStep | Nested): ExecutedStep[] {
  return 'executedSteps' in step ? step.executedSteps.flatMap(flattenSteps) : [step];
}

/** @returns the steps of a workflow and of the workflows that it calls */
function stepsOf({ steps }: Workflow): string[] {
  return steps.flatMap(({ stepId, workflowId }) => {
    const calledWorkflow = workflows.find(({ workflow }) => workflowId?.endsWith(`.${workflow.workflowId}`));
    return calledWorkflow ? stepsOf(calledWorkflow.workflow) : [stepId];
  });
}

test.each(workflows)('$name reaches its end', async ({ name, workflow }) => {
  const { code, steps } = await respect(`spec/workflows/${name}`, undefined, ['--severity', 'SCHEMA_CHECK=warn']);
  const failedSteps = steps.flatMap(({ stepId, response, checks }) =>
    checks
      .filter(({ status }) => status !== 'success')
      .map((check) => ({ stepId, check: check.name, condition: check.condition, type: response.headers['content-type'] })),
  );
  // The program checks the bytes of a PDF, and the JSON of a file, against a schema for text.
  const files = ['application/pdf', 'application/oscal+json'];
  expect(failedSteps.filter(({ check, type = '' }) => check !== 'schema check' || !files.includes(type))).toEqual([]);
  expect(steps.map(({ stepId }) => stepId)).toEqual(stepsOf(workflow));
  for (const { request } of steps) expect(new URL(request.url).origin).toBe(server.url);
  expect(code).toBe(0);
});

test('a new organization adopts its first framework, and prepares its first audit', async () => {
  const DATA_DIR = path.join(folder, 'own');
  const { apiKey, ownerUserId } = (
    await admin({ DATA_DIR }, 'organization', 'create', '--name', 'Quillmarsh', '--owner-email', 'ada.marsh@example.com')
  ).body;
  const { url } = await startServer({ DATA_DIR, SESSION_SECRET });
  const target = { url, apiKey, sessionToken: await signIn(ownerUserId) };
  const listAdopted = async () => (await call(url, 'GET', '/v1/frameworks?includeScores=true', { key: apiKey })).body.data;
  expect(await listAdopted()).toEqual([]);
  expect(await respect('spec/workflows/adopt-framework.arazzo.yaml', target)).toMatchObject({ code: 0 });
  expect(await listAdopted()).toMatchObject([{ framework: { name: 'SOC 2' }, complianceScore: 0 }]);
  expect(await respect('spec/workflows/prepare-audit.arazzo.yaml', target)).toMatchObject({ code: 0 });
  const [{ complianceScore }] = await listAdopted();
  expect(complianceScore).toBeGreaterThan(20);
});

test('the workflows that the reference offers for download run as documented', async () => {
  for (const name of ['openapi.json', 'adopt-framework.arazzo.yaml'])
    writeFileSync(path.join(folder, name), await (await fetch(`${server.url}/docs/${name}`)).text());
  const { code, steps } = await respect(path.join(folder, 'adopt-framework.arazzo.yaml'));
  expect(code).toBe(0);
  expect(steps.at(-1)).toMatchObject({ stepId: 'see-score' });
});

test('a workflow with a wrong expectation fails, and reports the step', async () => {
  const brokenWorkflow = path.join(folder, 'broken.arazzo.yaml');
  const text = readFileSync('spec/workflows/connect-integration.arazzo.yaml', 'utf8');
  writeFileSync(
    brokenWorkflow,
    text
      .replace('../../generated/openapi.json', path.resolve('generated/openapi.json'))
      .replace("$response.body#/status == 'paused'", "$response.body#/status == 'active'"),
  );
  const { code, steps } = await respect(brokenWorkflow);
  expect(code).toBe(1);
  expect(steps.at(-1)).toMatchObject({
    stepId: 'pause',
    checks: expect.arrayContaining([
      expect.objectContaining({ name: 'success criteria check', condition: "$response.body#/status == 'active'", status: 'error' }),
    ]),
  });
});
