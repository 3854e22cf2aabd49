/** Creates and stores the files of a version after its approval (isms, rule 21). */
import type { components } from '#generated/api';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { storeRunFile } from '#platform/jobs/store';
import { isObject } from '#platform/json-object';
import { render } from '../documents/render.ts';
import { findStoredVersion, saveFileKey } from '../queries/versions.ts';
import { fileNameOf } from '../rules/paper.ts';

const formats = ['pdf', 'docx'] as const;

export async function storeVersion(attempt: Attempt): Promise<components['schemas']['IsmsVersionStoringResult']> {
  const versionId = versionIdIn(attempt.input);
  const storedVersion = await attempt.read((db) => findStoredVersion(db, versionId));
  // A version is deleted only when its framework is deleted.
  if (!storedVersion) throw new RunFailed('Version not found');
  const { documentId, version, paper, keys } = storedVersion;
  for (const format of formats) {
    // The file was created by an earlier attempt.
    if (keys[format] !== null) continue;
    const bytes = await render(attempt.actor.organizationId, paper, format);
    await storeRunFile(attempt, bytes, `isms/${documentId}`, fileNameOf(paper.title, version, format), (db, _audit, key) =>
      saveFileKey(db, versionId, format, key),
    );
  }
  return { versionId };
}

/** Returns the version id in the input of the run. Throws if the input has none. */
function versionIdIn(input: unknown): string {
  if (!isObject(input) || typeof input.versionId !== 'string') throw new Error('the input of the run has no versionId');
  return input.versionId;
}
