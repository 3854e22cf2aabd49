/** Functions for tests of cloud accounts. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import { waitForRun } from './integrations.ts';
import { uploaded } from './uploads.ts';

type Call = Caller['call'];
type Cloud = 'aws' | 'azure' | 'gcp';

/** Connects an account without credentials. @returns the id of the connection */
export async function connectAccount(call: Call, providerSlug: Cloud, otherFields: object = {}): Promise<string> {
  const answer = await call('POST', '/v1/integrations/connections', { body: { providerSlug, mode: 'inventory', ...otherFields } });
  expect(answer, answer.text).toMatchObject({ status: 201, body: { mode: 'inventory', status: 'active' } });
  return answer.body.id;
}

export interface TestResource {
  readonly serviceId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly attributes: object;
}

export function inventory(provider: Cloud, resources: readonly object[], otherFields: object = {}) {
  return { provider, collectedAt: '2026-06-01T05:00:00.000Z', resources, ...otherFields };
}

/** A secure bucket, with these attributes changed. */
export function bucket(resourceId: string, attributes: object = {}): TestResource {
  return {
    serviceId: 's3',
    resourceType: 'bucket',
    resourceId,
    attributes: {
      publicAccessBlockConfiguration: {
        blockPublicAcls: true,
        ignorePublicAcls: true,
        blockPublicPolicy: true,
        restrictPublicBuckets: true,
      },
      sseAlgorithm: 'AES256',
      versioningStatus: null,
      ...attributes,
    },
  };
}

/** Uploads an inventory. @returns the key of the upload */
export function uploadedInventory(base: string, call: Call, content: unknown): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)));
  return uploaded(base, call, bytes, { purpose: 'general', fileName: 'inventory.json', fileType: 'application/json' });
}

/** Scans an inventory and waits for the end. @returns the run */
export async function scan(base: string, call: Call, connectionId: string, content: unknown, otherFields: object = {}) {
  const fileKey = await uploadedInventory(base, call, content);
  const answer = await call('POST', `/v1/cloud-security/connections/${connectionId}/scans`, { body: { fileKey, ...otherFields } });
  expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'cloud_scan' } });
  return waitForRun(call, answer.body.id);
}
