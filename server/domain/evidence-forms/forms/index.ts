/** The registry of evidence forms (spec/areas/evidence/evidence-forms). */
import type { FormDefinition, FormType } from '../definition.ts';
import { accessRequest } from './access-request.ts';
import { accountTypes } from './account-types.ts';
import { infrastructureInventory } from './infrastructure-inventory.ts';
import { meetings } from './meetings.ts';
import { networkDiagram } from './network-diagram.ts';
import { penetrationTest } from './penetration-test.ts';
import { performanceEvaluation } from './performance-evaluation.ts';
import { rbacMatrix } from './rbac-matrix.ts';
import { tabletopExercise } from './tabletop-exercise.ts';
import { whistleblowerReport } from './whistleblower-report.ts';

/** All forms, in display order. */
export const forms: readonly FormDefinition[] = [
  ...meetings,
  accessRequest,
  whistleblowerReport,
  penetrationTest,
  rbacMatrix,
  infrastructureInventory,
  performanceEvaluation,
  networkDiagram,
  tabletopExercise,
  accountTypes,
];

const byType = new Map(forms.map((form) => [form.type, form]));

/** @returns the form of this type @throws if no such form exists, which the contract prevents */
export function formOf(type: FormType): FormDefinition {
  const form = byType.get(type);
  if (!form) throw new Error(`there is no form ${type}`);
  return form;
}

/** @returns whether a string is the type of a form */
export function isFormType(text: string): text is FormType {
  return forms.some(({ type }) => type === text);
}
