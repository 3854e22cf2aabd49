/** Calls every operation of the contract once with its example values. */
import { contract } from './contract.ts';

/** Operations that would invalidate the key. */
const excluded: readonly string[] = ['deleteOrganization', 'revokeApiKey'];

/** @returns the status of each operation by its id */
export async function callEveryOperation(url: string, key: string): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>();
  for (const {
    id,
    method,
    path,
    bodies: [body],
  } of contract.filter((operation) => !excluded.includes(operation.id))) {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    statuses.set(id, answer.status);
  }
  return statuses;
}
