/** Published versions of automations (spec/areas/task-automations, rules 3, 9 and 12). */
import { runnerOf } from '../../../domain/declarative-checks/ports.ts';
import { inspectScript, isInspected } from '../../../domain/files/receive.ts';
import { storeFile } from '../../../platform/files/store.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { updateAutomation } from '../queries/automations.ts';
import { allowedHosts } from '../queries/tasks.ts';
import { findVersion, insertVersion, listVersions } from '../queries/versions.ts';
import { nextDue } from '../rules/schedule.ts';
import { lockRequiredAutomation, requireAutomation } from './require-automation.ts';

export const versions: Pick<Handlers<'task-automations'>, 'listAutomationVersions' | 'createAutomationVersion'> = {
  async listAutomationVersions({ path, page, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    return isRefusal(automation) ? automation : { status: 200, page: await listVersions(db, automation.id, page) };
  },

  async createAutomationVersion({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const automation = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    if ((await findVersion(db, automation.id, body.version)) !== undefined)
      return refusal('automation_version_exists', { version: body.version });
    const runner = runnerOf(ports);
    const file = await inspectScript(context, body, { purpose: 'general', accepts: (type) => runner.takes(type) });
    if (!isInspected(file)) return file;
    const { name, type, draft } = file;
    const faults =
      draft.size > runner.largest
        ? [`the file must have at most ${runner.largest} bytes`]
        : await runner.faultsIn({ type, bytes: await draft.read() }, await allowedHosts(db));
    if (faults.length) return refusal('check_invalid', { faults: [...faults] });
    const key = await storeFile(context, draft, `automations/${automation.id}`, name);
    if (typeof key !== 'string') return key;
    const version = await insertVersion(db, {
      evidence_automation_id: automation.id,
      version: body.version,
      file_name: name,
      file_type: type,
      file_size: draft.size,
      sha256: draft.sha256,
      file_key: key,
      published_by_id: actor.user?.id ?? null,
      changelog: body.changelog?.trim() ?? null,
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
