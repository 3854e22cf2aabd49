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
  'faults/backup',
  'browser/docs',
  'properties/requests',
  'package/container',
  'tenancy/requests',
  'faults/start',
  'scripts/new-area',
  'workflows/respect',
  'admin.audit',
  'faults/upgrade',
  'properties/parity',
  'package/package',
  'faults/resident',
  'faults/transactions',
  'contract/operations',
  'contract/faults',
  'faults/documents',
  'demonstration',
  'identity/operations',
  'mock/parity',
  'faults/installations',
  'journeys/',
  'faults/versions',
  'outside/moto',
  'policy-documents',
  'faults/rolling',
  'mock/process',
  'faults/silence',
  'database/embedded',
  'outside/ldap.hostile',
  'package/client-package',
  'identity/keys',
  'database/additive',
  'mock/mock',
  'faults/modes',
  'faults/partitions',
  'faults/runs',
  'areas/soa.auto-fill',
  'faults/connections',
  'contract/slots',
  'scores',
  'faults/secret',
  'faults/kill',
  'areas/security-penetration-tests',
  'database/plans',
  'tenancy/rows',
  'faults/memory',
  'areas/evidence-export.organization',
  'package/readme',
  'admin.distribute',
  'admin.status',
  'areas/frameworks.requirements',
  'faults/replica',
  'browser/links',
  'faults/servers',
  'outside/clouds',
  'areas/integrations',
  'areas/cloud-security',
  'faults/metrics',
  'faults/log',
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
