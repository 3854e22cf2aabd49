/** Evidence for tests: runs of checks and automations as their workers leave them, and the content of archives. */
import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import type { Caller, startApp } from './app.ts';
import { file } from './attachments.ts';
import { within } from './organization.ts';
import { addTask } from './tasks.ts';

type App = ReturnType<typeof startApp>;

interface CheckRun {
  readonly status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'inconclusive';
  readonly at?: string;
  readonly error?: string;
  readonly logs?: unknown;
  readonly check?: string;
  /** Whether each result has passed, and its evidence. */
  readonly results?: readonly { readonly passed: boolean; readonly evidence?: unknown; readonly title?: string }[];
}
interface AutomationRun {
  readonly status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly at?: string;
  readonly version?: number | null;
  readonly evaluation?: 'pass' | 'fail';
  readonly reason?: string;
  readonly error?: string;
  readonly logs?: unknown;
  readonly output?: unknown;
}

const finalStatuses = ['completed', 'failed', 'cancelled', 'inconclusive'];

/** @returns an organization, by default a new one, and functions that add evidence to it */
export async function withEvidence(app: App, existingCaller?: Caller) {
  const caller = existingCaller ?? (await app.caller());
  const { call, organization } = caller;
  const inOrganization = <R>(work: Parameters<typeof within<R>>[2]) => within(app.database, organization.id, work);
  return {
    ...caller,
    /** A task for which certificate checks provide evidence. */
    async checkedTask(title = 'Encrypt connections') {
      const task = await addTask(call, { title });
      await inOrganization((db) =>
        db
          .updateTable('task')
          .set({ task_template_id: catalogueId('task', 'tls-https') })
          .where('id', '=', task.id)
          .execute(),
      );
      return { id: String(task.id), title };
    },
    async connection(provider = 'http-json') {
      const id = newId('icn');
      await inOrganization((db) =>
        db
          .insertInto('integration_connection')
          .values({ id, provider, exclusive: false, label: 'Status page', status: 'active', auth_strategy: 'custom' })
          .execute(),
      );
      return id;
    },
    async checkRun(
      connectionId: string,
      { status = 'completed', at, error, logs = [], check = 'tls-certificate', results = [] }: CheckRun = {},
    ) {
      const id = newId('icr');
      const createdAt = at ?? new Date().toISOString();
      await inOrganization(async (db) => {
        await db
          .insertInto('integration_check_run')
          .values({
            id,
            connection_id: connectionId,
            check_id: check,
            check_name: 'Certificate and version of TLS',
            status,
            triggered_by: 'manual',
            created_at: createdAt,
            started_at: status === 'pending' ? null : createdAt,
            completed_at: finalStatuses.includes(status) ? new Date(Date.parse(createdAt) + 1500).toISOString() : null,
            total_checked: results.length,
            passed_count: results.filter(({ passed }) => passed).length,
            failed_count: results.filter(({ passed }) => !passed).length,
            error_message: error ?? null,
            logs: JSON.stringify(logs),
          })
          .execute();
        const rows = results.map(({ passed, evidence, title = 'The certificate is valid' }, place) => ({
          id: newId('icx'),
          check_run_id: id,
          place,
          passed,
          resource_type: 'certificate',
          resource_id: `host-${place}.example.com:443`,
          title,
          severity: passed ? null : ('high' as const),
          remediation: passed ? null : 'Renew the certificate.',
          evidence: evidence === undefined ? null : JSON.stringify(evidence),
          collected_at: createdAt,
        }));
        for (let start = 0; start < rows.length; start += 500)
          await db
            .insertInto('integration_check_result')
            .values(rows.slice(start, start + 500))
            .execute();
      });
      return id;
    },
    async automation(taskId: string, name = 'Export of users') {
      const id = newId('aut');
      await inOrganization((db) => db.insertInto('evidence_automation').values({ id, task_id: taskId, name }).execute());
      return id;
    },
    async automationRun(automationId: string, run: AutomationRun = {}) {
      const { status = 'completed', at, version = 1, evaluation, reason, error, logs, output } = run;
      const id = newId('ear');
      const createdAt = at ?? new Date().toISOString();
      await inOrganization((db) =>
        db
          .insertInto('evidence_automation_run')
          .values({
            id,
            evidence_automation_id: automationId,
            status,
            version,
            created_at: createdAt,
            started_at: createdAt,
            completed_at: finalStatuses.includes(status) ? createdAt : null,
            run_duration: finalStatuses.includes(status) ? 420 : null,
            evaluation_status: evaluation ?? null,
            evaluation_reason: reason ?? null,
            error: error ?? null,
            logs: logs === undefined ? null : JSON.stringify(logs),
            output: output === undefined ? null : JSON.stringify(output),
          })
          .execute(),
      );
      return id;
    },
    /** Adds a file to a task. @returns the attachment */
    async attach(taskId: string, name: string, content: Uint8Array | string = 'Restored in 52 minutes.\n', type = 'text/plain') {
      const answer = await call('POST', `/v1/tasks/${taskId}/attachments`, { body: file(name, type, content) });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body;
    },
    /** The storage key of an attachment. */
    async keyOf(attachmentId: string): Promise<string> {
      const row = await inOrganization((db) =>
        db.selectFrom('attachment').select('file_key').where('id', '=', attachmentId).executeTakeFirstOrThrow(),
      );
      return row.file_key;
    },
  };
}

/** The files of an archive by their paths. */
export function filesIn(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  const readEntry = (path: string) => {
    const content = files[path];
    if (!content) throw new Error(`there is no ${path} among ${Object.keys(files).join(', ')}`);
    return content;
  };
  return {
    paths: Object.keys(files),
    bytes: readEntry,
    text: (path: string) => strFromU8(readEntry(path)),
    json: (path: string) => JSON.parse(strFromU8(readEntry(path))),
    measure: (path: string) => ({ path, size: readEntry(path).length, sha256: createHash('sha256').update(readEntry(path)).digest('hex') }),
  };
}
