/** Decides who may use automations that access connections of integrations (task-automations, rule 13). */
import { mayRead, checkReadPermission } from '#domain/access/records/kinds';
import type { components } from '#generated/api';
import type { Actor } from '#platform/identity/actor';

type Update = components['schemas']['EvidenceAutomationUpdate'];

export const readIntegrationsPermission = 'integration:read';

export function mayReadIntegrations(actor: Pick<Actor, 'permissions'>): boolean {
  return mayRead(actor, 'integration');
}

/** @returns a refusal if the automation uses connections and the caller may not read integrations; otherwise undefined */
export function checkConnectionUse(actor: Pick<Actor, 'permissions'>, usesConnections: boolean) {
  return usesConnections ? checkReadPermission(actor, 'integration') : undefined;
}

/** @returns whether a change affects which data is requested from connections, or when it is requested */
export function changesConnectionUse({ evaluationCriteria, isEnabled, scheduleFrequency }: Update): boolean {
  return evaluationCriteria !== undefined || isEnabled === true || scheduleFrequency !== undefined;
}
