/** Measures the contract layer alone: the same stubs behind our layer, behind other libraries, and without any. */
import { withTempFolder } from '../folder.ts';
import { measure, type Cost } from '../measure.ts';
import { type Server, startServer } from '../server.ts';
import { printTable, ratio, us } from '../table.ts';
import { type Contract, ownContract, type Request, syntheticContract } from './contracts.ts';

/** The contract layers that are compared. Each is a program in this folder. */
const subjects = ['ours', 'bare', 'whole', 'openapi-backend', 'fastify-openapi-glue'] as const;
type Subject = (typeof subjects)[number];
const names: Readonly<Record<Subject, string>> = {
  ours: 'ours',
  bare: 'bare Express',
  whole: 'express-openapi-validator',
  'openapi-backend': 'openapi-backend',
  'fastify-openapi-glue': 'fastify-openapi-glue',
};
const requestCount = 2000;

interface Row {
  readonly contract: string;
  readonly request: string;
  readonly place: string;
  readonly costs: Readonly<Partial<Record<Subject, Cost>>>;
}
/** Seconds until the first answer; for one call of every operation, seconds, processor seconds and memory in MiB. */
interface FirstCalls {
  readonly subject: string;
  readonly startup: number;
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}
export interface ContractResults {
  readonly requests: readonly Row[];
  readonly touches: readonly FirstCalls[];
}

export async function measureContract(): Promise<ContractResults> {
  return withTempFolder(async (folder) => {
    const synthetic = syntheticContract(folder);
    const requests = [...(await requestsOn(ownContract())), ...(await requestsOn(synthetic))];
    const touches: FirstCalls[] = [];
    for (const subject of subjects) touches.push(await callOnce(subject, synthetic, false));
    touches.push(await callOnce('ours', synthetic, true));
    return { requests, touches };
  });
}

function start(
  subject: Subject,
  { document, registry, requests: [first] }: Contract,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  return startServer(`scripts/bench/contract/${subject}.ts`, { DOCUMENT: document, REGISTRY: registry, ...env }, first?.path ?? '/', {});
}

async function requestsOn(contract: Contract): Promise<Row[]> {
  const startedServers: { readonly subject: Subject; readonly server: Server }[] = [];
  try {
    for (const subject of subjects) startedServers.push({ subject, server: await start(subject, contract) });
    const rows: Row[] = [];
    for (const contractRequest of contract.requests) {
      // Without a contract, invalid requests are not rejected.
      const comparable = startedServers.filter(({ subject }) => subject !== 'bare' || contractRequest.status < 400);
      const costs = await measure(
        comparable.map(({ server }) => server),
        contractRequest,
        requestCount,
      );
      rows.push({
        contract: contract.name,
        request: contractRequest.name,
        place: contractRequest.place,
        costs: Object.fromEntries(comparable.map(({ subject }, index) => [subject, costs[index]])),
      });
    }
    return rows;
  } finally {
    for (const { server } of startedServers) await server.stop();
  }
}

async function callOnce(subject: Subject, contract: Contract, validatesResponses: boolean): Promise<FirstCalls> {
  const server = await start(subject, contract, { VALIDATE_RESPONSES: validatesResponses ? '1' : '0' });
  try {
    const usageBefore = await server.usage();
    const startTime = performance.now();
    for (const request of contract.everything) await ask(server, request);
    const wall = (performance.now() - startTime) / 1000;
    const usageAfter = await server.usage();
    return {
      subject: `${names[subject]}${validatesResponses ? ', answers checked' : ''}`,
      startup: server.startup / 1000,
      wall,
      cpu: (usageAfter.cpu - usageBefore.cpu) / 1000,
      memory: usageAfter.memory,
    };
  } finally {
    await server.stop();
  }
}

async function ask({ url }: Server, { method, path: address, body, status }: Request) {
  const answer = await fetch(url + address, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  });
  if (answer.status !== status) throw new Error(`${method} ${address} was answered with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

export function printContract({ requests, touches }: ContractResults) {
  console.log('CPU of the process for one request, in microseconds:\n');
  printTable(
    ['Contract', 'Request', 'Operation', ...subjects.map((subject) => names[subject]), 'ours to bare', 'ours to the whole validator'],
    requests.map(({ contract, request, place, costs }) => [
      contract,
      request,
      contract === 'own' ? '' : place,
      ...subjects.map((subject) => (costs[subject] ? us(costs[subject].cpu) : '')),
      costs.ours && costs.bare ? ratio(costs.ours.cpu, costs.bare.cpu) : '',
      costs.ours && costs.whole ? ratio(costs.ours.cpu, costs.whole.cpu) : '',
    ]),
  );
  console.log('400 operations, each asked once:\n');
  printTable(
    ['Gate', 'Start s', 'All once s', 'CPU s', 'Memory MiB'],
    touches.map(({ subject, startup, wall, cpu, memory }) => [
      subject,
      startup.toFixed(2),
      wall.toFixed(2),
      cpu.toFixed(2),
      memory.toFixed(0),
    ]),
  );
}
