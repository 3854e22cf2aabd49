/** Makes the files of a version after its approval, and keeps them as they are (spec/areas/isms, rule 21). */
import type { components } from '../../../../generated/api.d.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { storeInRun } from '../../../platform/jobs/store.ts';
import { isObject } from '../../../platform/json-object.ts';
import { render } from '../documents/render.ts';
import { findStored, keepFile } from '../queries/versions.ts';
import { fileNameOf } from '../rules/paper.ts';

const formats = ['pdf', 'docx'] as const;

export async function storeVersion(attempt: Attempt): Promise<components['schemas']['IsmsVersionStoringResult']> {
  const versionId = versionIdIn(attempt.input);
  const found = await attempt.read((db) => findStored(db, versionId));
  // Nothing takes a version away but the end of its framework.
  if (!found) throw new RunFailed('Version not found');
  const { documentId, version, paper, keys } = found;
  for (const format of formats) {
    // An attempt before has made it.
    if (keys[format] !== null) continue;
    const bytes = await render(attempt.actor.organizationId, paper, format);
    await storeInRun(attempt, bytes, `isms/${documentId}`, fileNameOf(paper.title, version, format), (db, _audit, key) =>
      keepFile(db, versionId, format, key),
    );
  }
  return { versionId };
}

/** Proves what a run of this kind was given. */
function versionIdIn(input: unknown): string {
  if (!isObject(input) || typeof input.versionId !== 'string') throw new Error('a run without its version');
  return input.versionId;
}
