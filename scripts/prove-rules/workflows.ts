/** Breaks of the workflows, one for each rule. */
import type { Break } from './break.ts';

const [adopting, walking] = ['workflows/adopt-framework.arazzo.yaml', 'workflows/given-operations.arazzo.yaml'];
/** Breaks that redocly must report. */
export const lintedWorkflows: Break[] = [
  ['struct', adopting, 'operationId: addFrameworks', 'operationIdd: addFrameworks'],
  ['outputs-defined', adopting, 'outputs: { taskId:', 'outputs: { task:'],
  ['stepId-unique', adopting, 'stepId: see-score', 'stepId: list-evidence'],
  ['no-criteria-xpath', adopting, 'type: jsonpath', 'type: xpath'],
  ['rule/workflow-described', adopting, /^ {4}summary: .*\n/m, ''],
  ['rule/step-described', adopting, /^ {8}description: .*\n/m, ''],
];
/** Breaks that check-workflows must report. */
export const checkedWorkflows: Break[] = [
  ['operation', adopting, 'operationId: addFrameworks', 'operationId: addFramework'],
  ['proof', adopting, '          - condition: $response.body#/data/0/frameworkId == $inputs.frameworkId\n', ''],
  ['proof', adopting, '          - condition: $statusCode == 201\n', ''],
  ['walk', walking, 'operationId: getTrustPortalOverview', 'operationId: getOrganization'],
];
