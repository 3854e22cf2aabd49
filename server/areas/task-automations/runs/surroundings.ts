/** What a script reaches of its organization: credentials and results of checks (spec/areas/task-automations, rule 5 and Declarative check). */
import { findCredentials, openCredentials } from '../../../domain/providers/credentials.ts';
import type { Attempt } from '../../../platform/jobs/job-handlers.ts';
import { AutomationFailed, type CheckFinding, type Surroundings } from '../../../platform/ports/automation.ts';
import { Unreadable, type Clear } from '../../../platform/ports/vault.ts';
import { findFinding, isActiveConnection, listFindings, sizeOfEvidence } from '../queries/findings.ts';

/** Results of a check run, and characters of their evidence. */
const most = { results: 2_000, evidence: 4_000_000 } as const;

/** @param signal ends the run early */
export function surroundingsOf(
  { actor: { organizationId }, read, ports: { vault } }: Attempt,
  allowedHosts: readonly string[],
  note: Surroundings['note'],
  signal: AbortSignal,
): Surroundings {
  const opened = new Map<string, Promise<Clear | undefined>>();
  function fieldsOf(connectionId: string): Promise<Clear | undefined> {
    const known = opened.get(connectionId) ?? open(connectionId);
    opened.set(connectionId, known);
    return known;
  }
  async function open(connectionId: string): Promise<Clear | undefined> {
    const stored = await read((db) => findCredentials(db, connectionId));
    if (!stored) return undefined;
    try {
      return (await openCredentials(vault, connectionId, stored)).fields;
    } catch (error) {
      throw error instanceof Unreadable ? new AutomationFailed('The credentials of a connection cannot be read any more') : error;
    }
  }
  return {
    organizationId,
    allowedHosts,
    note,
    signal,
    async secret(connectionId, fieldId) {
      if (!(await read((db) => isActiveConnection(db, connectionId)))) return undefined;
      const fields = await fieldsOf(connectionId);
      const value = fields && Object.hasOwn(fields, fieldId) ? fields[fieldId] : undefined;
      return fields && typeof value === 'string' ? { value, host: hostOf(fields) } : undefined;
    },
    async finding(connectionId, checkId): Promise<CheckFinding | undefined> {
      const found = await read(async (db) => {
        const run = await findFinding(db, connectionId, checkId);
        if (!run) return undefined;
        if ((await sizeOfEvidence(db, run.id)) > most.evidence) throw new AutomationFailed('The check run has too much evidence');
        return { run, results: await listFindings(db, run.id, most.results + 1) };
      });
      if (!found) return undefined;
      if (found.results.length > most.results) throw new AutomationFailed(`The check run has more than ${most.results} results`);
      const { id: checkRunId, ...counts } = found.run;
      const secrets = Object.values((await fieldsOf(connectionId)) ?? {}).flat();
      return { checkRunId, ...counts, results: found.results, secrets };
    },
  };
}

/** The host of the address of a connection, as its metadata show it. */
function hostOf({ baseUrl, url }: Clear): string | undefined {
  const address = [baseUrl, url].find((value) => typeof value === 'string');
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).host : undefined;
}
