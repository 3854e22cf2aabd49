/** Orders test files: the longest files start first, so that no core waits at the end for a file that started late. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take twenty seconds or more of a core, longest first; a directory stands for each of its files. All others follow by size. The
 * list is updated from time to time, and affects only the duration.
 */
export const longestFiles = [
  'faults/event-loop',
  'disclosure/',
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
  'contract/empty-bodies',
  'contract/four-eyes',
  'contract/faults',
  'contract/stored-texts',
  'contract/paths',
  'faults/documents',
  'demonstration',
  'identity/operations',
  'mock/parity',
  'mock/sandbox',
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
  'areas/audits/soa.auto-fill',
  'faults/connections',
  'contract/slots',
  'scores',
  'faults/secret',
  'faults/kill',
  'areas/audits/security-penetration-tests',
  'database/plans',
  'tenancy/rows',
  'faults/memory',
  'areas/evidence/evidence-export.organization',
  'package/readme',
  'admin.distribute',
  'admin.status',
  'areas/compliance-program/frameworks.requirements',
  'faults/replica',
  'browser/links',
  'faults/servers',
  'outside/clouds',
  'areas/integrations/integrations',
  'areas/integrations/cloud-security',
  'faults/metrics',
  'faults/log',
] as const;

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const otherFiles = await super.sort(files);
    return otherFiles.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
}

function positionOf({ moduleId }: TestSpecification): number {
  const name = path.relative('test', moduleId);
  const position = longestFiles.findIndex((start) => name.startsWith(start));
  return position < 0 ? longestFiles.length : position;
}
