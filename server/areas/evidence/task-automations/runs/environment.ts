/** Gives scripts access to credentials and check results of their organization (task-automations, rule 5 and Declarative check). */
import { findCredentials, openCredentials } from '#providers/credentials';
import { connectionAddressOf, secretsOf } from '#providers/destinations';
import { parseStoredVariables } from '#providers/variables';
import { providers } from '#providers/providers/index';
import type { Attempt } from '#platform/jobs/job-handlers';
import { AutomationFailed, type CheckFinding, type ScriptContext } from '#platform/ports/automation';
import { UnreadableCredentials, type ClearFields } from '#platform/ports/vault';
import type { RunToExecute } from '../queries/execution.ts';
import { findActiveProvider, findLatestCheckRun, listFindings, countEvidenceCharacters } from '../queries/findings.ts';
import { readIntegrationsPermission } from '../rules/connection-use.ts';

/** The maximum number of results of a check run, and of characters of their evidence. */
const limits = { results: 2_000, evidence: 4_000_000 } as const;

/** @param note adds a line to the log of the run @param signal ends the run early @returns the context in which a script runs */
export function createEnvironment(
  { actor: { organizationId }, actorOf, read, ports: { vault } }: Attempt,
  { allowedHosts, publisher }: Pick<RunToExecute, 'allowedHosts' | 'publisher'>,
  note: ScriptContext['note'],
  signal: AbortSignal,
): ScriptContext {
  /** @throws AutomationFailed unless the publisher of the version is known and may still read integrations */
  async function requirePublisher(): Promise<void> {
    if (publisher === null || !(await actorOf(publisher, readIntegrationsPermission)))
      throw new AutomationFailed('Whoever published the version may not read integrations. Publish it again with the permission.');
  }
  const fieldsCache = new Map<string, Promise<ClearFields | undefined>>();
  function fieldsOf(connectionId: string): Promise<ClearFields | undefined> {
    const fields = fieldsCache.get(connectionId) ?? openFields(connectionId);
    fieldsCache.set(connectionId, fields);
    return fields;
  }
  async function openFields(connectionId: string): Promise<ClearFields | undefined> {
    const storedCredentials = await read((db) => findCredentials(db, connectionId));
    if (!storedCredentials) return undefined;
    try {
      return (await openCredentials(vault, connectionId, storedCredentials)).fields;
    } catch (error) {
      throw error instanceof UnreadableCredentials
        ? new AutomationFailed('The credentials of a connection cannot be read any more')
        : error;
    }
  }
  return {
    organizationId,
    allowedHosts,
    note,
    signal,
    async secret(connectionId, fieldId) {
      await requirePublisher();
      const manifest = await read((db) => findActiveProvider(db, connectionId));
      if (!manifest) return undefined;
      const fields = await fieldsOf(connectionId);
      const value = fields && Object.hasOwn(fields, fieldId) ? fields[fieldId] : undefined;
      return fields && typeof value === 'string' ? { value, address: connectionAddressOf(manifest, fields) } : undefined;
    },
    async finding(connectionId, checkId): Promise<CheckFinding | undefined> {
      await requirePublisher();
      const checkRun = await read(async (db) => {
        const run = await findLatestCheckRun(db, connectionId, checkId);
        if (!run) return undefined;
        if ((await countEvidenceCharacters(db, run.id)) > limits.evidence)
          throw new AutomationFailed('The check run has too much evidence');
        return { run, results: await listFindings(db, run.id, limits.results + 1) };
      });
      if (!checkRun) return undefined;
      if (checkRun.results.length > limits.results) throw new AutomationFailed(`The check run has more than ${limits.results} results`);
      const { id: checkRunId, provider, variables, ...counts } = checkRun.run;
      const manifest = providers.find(provider);
      const fields = await fieldsOf(connectionId);
      const secrets = manifest && fields ? secretsOf(manifest, fields, parseStoredVariables(variables)) : [];
      return { checkRunId, ...counts, results: checkRun.results, secrets };
    },
  };
}
