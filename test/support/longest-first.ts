/** The order of the files: those that take long begin first, so that no core waits at the end for one that has begun last. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes twenty seconds and more on a core of its own, longest first; of a directory, each of its files. All others follow by their size.
 * It is measured now and then, and nothing but time depends on it.
 */
export const long = [
  'faults/event-loop',
  'admin.test',
  'browser/docs',
  'faults/start',
  'tenancy/requests',
  'package/container',
  'demonstration',
  'properties/parity',
  'faults/transactions',
  'scripts/new-area',
  'admin.audit',
  'properties/requests',
  'workflows/respect',
  'package/readme',
  'package/package',
  'faults/installations',
  'faults/silence',
  'mock/parity',
  'contract/faults',
  'journeys/',
  'faults/upgrade',
  'faults/documents',
  'faults/rolling',
  'mock/mock',
  'faults/kill',
  'identity/operations',
  'faults/versions',
  'outside/moto',
  'mock/process',
  'areas/evidence-export.organization',
  'policy-documents',
  'faults/modes',
  'areas/soa.auto-fill',
  'database/embedded',
  'admin.status',
  'areas/integrations',
  'areas/cloud-security',
  'outside/ldap.hostile',
  'faults/secret',
  'package/client-package',
  'faults/memory',
  'faults/replica',
  'faults/partitions',
  'contract/operations',
  'areas/security-penetration-tests',
  'contract/deprecation',
  'faults/connections',
  'contract/slots',
  'faults/log',
  'identity/keys',
  'faults/runs',
  'faults/metrics',
] as const;

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const name = path.relative('test', moduleId);
  const place = long.findIndex((start) => name.startsWith(start));
  return place < 0 ? long.length : place;
}
