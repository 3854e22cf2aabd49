/** Submissions of evidence forms, checked by the rules for requests. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { validateValues } from '#areas/evidence/evidence-forms/rules/validate';
import { folderOf } from '#areas/evidence/evidence-forms/rules/files';
import { formOf } from '#domain/evidence-forms/forms/index';
import { type NamedFile, searchTextOf } from '#domain/evidence-forms/values';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { safeName } from '#platform/ports/files';
import { later } from './calendar.ts';
import { type EvidenceData, submissions } from './data/evidence.ts';
import type { DemoContext } from './demo-context.ts';
import { files } from './files.ts';
import type { Store } from './store.ts';
import type { Member, Members } from './member.ts';

/** Inserts the submissions with their files, and logs them. @throws when one does not match its form */
export async function insertEvidence(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  for (const data of submissions) await insertSubmission(db, demo, members, store, data);
}

async function insertSubmission(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  store: Store,
  { form, ago, by: name, values: valuesOn, file, review }: EvidenceData,
): Promise<void> {
  const [id, by, at] = [newId('evs'), members.of(name), calendar.ago(ago, form)];
  const day = (before: number) => later(at, -86_400 * before).slice(0, 10);
  const stored = file && (await storeFile(store, organization_id, { form, name: file.name, at, id }));
  const checked = validateValues(formOf(form), { ...valuesOn(day), ...(stored && { [file.field]: stored.named }) }, new Date(at));
  if ('faults' in checked) throw new Error(`${form} is invalid: ${JSON.stringify(checked.faults)}`);
  const reviewer = review && members.of(review.by);
  const reviewedAt = review && calendar.ago(review.ago, `${form} reviewed`);
  await db
    .insertInto('evidence_submission')
    .values({
      id,
      organization_id,
      form_type: form,
      submitted_by_id: by.user.id,
      submitted_at: at,
      data: JSON.stringify(checked.values),
      search_text: searchTextOf(checked.values),
      created_at: at,
      updated_at: reviewedAt ?? at,
      ...(review && {
        status: review.status,
        reviewed_by_id: reviewer?.user.id ?? null,
        reviewed_at: reviewedAt ?? null,
        review_reason: review.reason ?? null,
      }),
    })
    .execute();
  if (stored) {
    const { fileKey, fileName } = stored.named;
    await db
      .insertInto('evidence_file')
      .values({
        id: newId('evf'),
        file_key: fileKey,
        organization_id,
        form_type: form,
        submission_id: id,
        name: fileName,
        mime_type: stored.type,
        created_at: at,
      })
      .execute();
    const note = { description: `Uploaded file for evidence form ${form}`, changes: changesOnCreate({ formType: form }) };
    log.write(later(at, -60), by, 'uploadEvidenceFormFile', {}, note);
  }
  const submitted = { entityId: id, description: `Submitted evidence form ${form}`, changes: changesOnCreate({ formType: form }) };
  log.write(at, by, 'createEvidenceSubmission', { path: { formType: form } }, submitted);
  if (review && reviewer && reviewedAt !== undefined) logReview({ log }, reviewer, reviewedAt, { id, form, review });
}

function logReview(
  { log }: Pick<DemoContext, 'log'>,
  by: Member,
  at: string,
  { id, form, review: { status, reason } }: Pick<EvidenceData, 'form'> & { id: string; review: NonNullable<EvidenceData['review']> },
): void {
  const changes = changesBetween({ status: 'pending', reviewReason: null }, { status, reviewReason: reason ?? null });
  log.write(
    at,
    by,
    'reviewEvidenceSubmission',
    { path: { formType: form, submissionId: id } },
    { entityId: id, description: `Reviewed submission of evidence form ${form}`, changes },
  );
}

/** @returns the file as a submission refers to it, with its media type */
async function storeFile(
  store: Store,
  organizationId: string,
  { form, name, at, id }: Pick<EvidenceData, 'form'> & { name: keyof typeof files; at: string; id: string },
): Promise<{ readonly named: NamedFile; readonly type: string }> {
  const { name: fileName, type, make } = files[name];
  const fileKey = `${organizationId}/${folderOf(form)}/${Date.parse(at)}-${id.slice(-16)}-${safeName(fileName)}`;
  await store.put(fileKey, await make());
  return { named: { fileName, fileKey }, type };
}
