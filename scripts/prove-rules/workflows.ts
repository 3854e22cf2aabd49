/** The breaks of the workflows, one for each of their rules. */
import type { Break } from './break.ts';

const [adopting, walking] = ['workflows/adopt-framework.arazzo.yaml', 'workflows/given-operations.arazzo.yaml'];
/** Reported by redocly for the workflows. */
export const lintedWorkflows: Break[] = [
  ['struct', adopting, 'operationId: addFrameworks', 'operationIdd: addFrameworks'],
  ['outputs-defined', adopting, 'outputs: { taskId:', 'outputs: { task:'],
  ['stepId-unique', adopting, 'stepId: see-score', 'stepId: list-evidence'],
  ['no-criteria-xpath', adopting, 'type: jsonpath', 'type: xpath'],
  ['rule/workflow-described', adopting, /^ {4}summary: .*\n/m, ''],
  ['rule/step-described', adopting, /^ {8}description: .*\n/m, ''],
];
/** Reported by check-workflows. */
export const checkedWorkflows: Break[] = [
  ['operation', adopting, 'operationId: addFrameworks', 'operationId: addFramework'],
  ['proof', adopting, '          - condition: $response.body#/data/0/frameworkId == $inputs.frameworkId\n', ''],
  ['proof', adopting, '          - condition: $statusCode == 201\n', ''],
  ['walk', walking, 'operationId: getTrustPortalOverview', 'operationId: getOrganization'],
];
