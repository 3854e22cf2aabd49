/** Creates submissions of evidence forms, validated by the same rules as requests. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { validateValues } from '#areas/evidence/evidence-forms/rules/validate';
import { folderOf } from '#areas/evidence/evidence-forms/rules/files';
import { formOf } from '#domain/evidence-forms/forms/index';
import { type NamedFile, searchTextOf } from '#domain/evidence-forms/values';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { safeName } from '#platform/ports/files';
import { addSeconds } from './calendar.ts';
import { type EvidenceData, submissions } from './data/evidence.ts';
import type { DemoContext } from './demo-context.ts';
import { files } from './files.ts';
import type { Store } from './store.ts';
import type { Member, Members } from './member.ts';

/** Inserts submissions with their files, and logs the submissions. @throws if a submission does not match its form */
export async function insertEvidence(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  for (const data of submissions) await insertSubmission(db, demo, members, store, data);
}

async function insertSubmission(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  store: Store,
  { form, ago, by: submitterName, values: createValues, file, review }: EvidenceData,
): Promise<void> {
  const [id, submitter, submittedAt] = [newId('evs'), members.of(submitterName), calendar.ago(ago, form)];
  const dateBefore = (before: number) => addSeconds(submittedAt, -86_400 * before).slice(0, 10);
  const storedFile = file && (await storeFile(store, organization_id, { form, name: file.name, at: submittedAt, id }));
  const validated = validateValues(
    formOf(form),
    { ...createValues(dateBefore), ...(storedFile && { [file.field]: storedFile.named }) },
    new Date(submittedAt),
  );
  if ('faults' in validated) throw new Error(`${form} is invalid: ${JSON.stringify(validated.faults)}`);
  const reviewer = review && members.of(review.by);
  const reviewedAt = review && calendar.ago(review.ago, `${form} reviewed`);
  await db
    .insertInto('evidence_submission')
    .values({
      id,
      organization_id,
      form_type: form,
      submitted_by_id: submitter.user.id,
      submitted_at: submittedAt,
      data: JSON.stringify(validated.values),
      search_text: searchTextOf(validated.values),
      created_at: submittedAt,
      updated_at: reviewedAt ?? submittedAt,
      ...(review && {
        status: review.status,
        reviewed_by_id: reviewer?.user.id ?? null,
        reviewed_at: reviewedAt ?? null,
        review_reason: review.reason ?? null,
      }),
    })
    .execute();
  if (storedFile) {
    const { fileKey, fileName } = storedFile.named;
    await db
      .insertInto('evidence_file')
      .values({
        id: newId('evf'),
        file_key: fileKey,
        organization_id,
        form_type: form,
        submission_id: id,
        name: fileName,
        mime_type: storedFile.type,
        created_at: submittedAt,
      })
      .execute();
    const uploadNote = { description: `Uploaded file for evidence form ${form}`, changes: changesOnCreate({ formType: form }) };
    log.write(addSeconds(submittedAt, -60), submitter, 'uploadEvidenceFormFile', {}, uploadNote);
  }
  const submissionNote = { entityId: id, description: `Submitted evidence form ${form}`, changes: changesOnCreate({ formType: form }) };
  log.write(submittedAt, submitter, 'createEvidenceSubmission', { path: { formType: form } }, submissionNote);
  if (review && reviewer && reviewedAt !== undefined) logReview({ log }, reviewer, reviewedAt, { id, form, review });
}

function logReview(
  { log }: Pick<DemoContext, 'log'>,
  reviewer: Member,
  reviewedAt: string,
  { id, form, review: { status, reason } }: Pick<EvidenceData, 'form'> & { id: string; review: NonNullable<EvidenceData['review']> },
): void {
  const changes = changesBetween({ status: 'pending', reviewReason: null }, { status, reviewReason: reason ?? null });
  log.write(
    reviewedAt,
    reviewer,
    'reviewEvidenceSubmission',
    { path: { formType: form, submissionId: id } },
    { entityId: id, description: `Reviewed submission of evidence form ${form}`, changes },
  );
}

/** Stores the file of a submission. @returns the reference to the file, and its media type */
async function storeFile(
  store: Store,
  organizationId: string,
  { form, name, at: submittedAt, id }: Pick<EvidenceData, 'form'> & { name: keyof typeof files; at: string; id: string },
): Promise<{ readonly named: NamedFile; readonly type: string }> {
  const { name: fileName, type, make } = files[name];
  const fileKey = `${organizationId}/${folderOf(form)}/${Date.parse(submittedAt)}-${id.slice(-16)}-${safeName(fileName)}`;
  await store.put(fileKey, await make());
  return { named: { fileName, fileKey }, type };
}
