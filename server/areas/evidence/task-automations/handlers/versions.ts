/** Lists and publishes versions of automations (task-automations, rules 3, 9 and 12). */
import { selectRunner } from '../runs/declarative-checks/ports.ts';
import { inspectScript, isInspected } from '#documents/files/receive';
import { storeFile } from '#platform/files/store';
import { toStoredActor } from '#platform/identity/stored-actor';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import type { Handlers } from '#contract/types';
import { updateAutomation } from '../queries/automations.ts';
import { findAllowedHosts } from '../queries/tasks.ts';
import { findVersion, insertVersion, listVersions } from '../queries/versions.ts';
import { checkConnectionUse } from '../rules/connection-use.ts';
import { nextDue } from '../rules/schedule.ts';
import { lockRequiredAutomation, requireAutomation } from './require-automation.ts';

export const versions: Pick<Handlers<'task-automations'>, 'listAutomationVersions' | 'createAutomationVersion'> = {
  async listAutomationVersions({ path, query, page, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    return isRefusal(automation) ? automation : { status: 200, page: await listVersions(db, automation.id, query, page) };
  },

  async createAutomationVersion({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const automation = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    if ((await findVersion(db, automation.id, body.version)) !== undefined)
      return refusal('automation_version_exists', { version: body.version });
    const runner = selectRunner(ports);
    const file = await inspectScript({ ...context, actor }, body, { purpose: 'general', accepts: (type) => runner.supportsType(type) });
    if (!isInspected(file)) return file;
    const { name, type, draft } = file;
    const errors =
      draft.size > runner.maxScriptBytes
        ? [`the file must have at most ${runner.maxScriptBytes} bytes`]
        : await runner.findProblems({ type, bytes: await draft.read() }, await findAllowedHosts(db));
    if (errors.length) return refusal('check_invalid', { faults: [...errors] });
    const usesConnections = runner.usesConnections?.({ type, bytes: await draft.read() }) ?? true;
    const connectionRefusal = checkConnectionUse(actor, usesConnections);
    if (connectionRefusal) return connectionRefusal;
    const key = await storeFile(context, draft, `automations/${automation.id}`, name);
    if (typeof key !== 'string') return key;
    const author = authorOf(actor);
    const version = await insertVersion(db, {
      evidence_automation_id: automation.id,
      version: body.version,
      file_name: name,
      file_type: type,
      file_size: draft.size,
      sha256: draft.sha256,
      file_key: key,
      published_by_id: author.userId,
      published_via: author.via,
      publisher: JSON.stringify(toStoredActor(actor)),
      uses_connections: usesConnections,
      changelog: body.changelog ?? null,
    });
    if (!automation.isEnabled)
      await updateAutomation(db, automation.id, {
        is_enabled: true,
        due_at: nextDue(automation.scheduleFrequency, automation.lastRunAt, new Date()),
      });
    audit.created(
      { automation: automation.name, version: version.version, fileName: name, sha256: draft.sha256 },
      { entityId: automation.taskId, description: `Published version ${version.version} of automation` },
    );
    return { status: 201, body: version };
  },
};
