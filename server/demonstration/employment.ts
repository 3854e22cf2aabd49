/** Creates training completions, background checks, device policy results and employment evidence, and logs the members' history. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { modulesOf } from '#domain/people/training/modules';
import type { Store } from './store.ts';
import { storeAttachment } from './attachments.ts';
import { addSeconds } from './calendar.ts';
import { employmentEvidence } from './data/employment-evidence.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

const secondsPerDay = 86_400;

/** Returns a row for each module of each member with training. The first `trained` modules are completed, one every other day. */
export function createTrainingCompletions(
  { organizationId: organization_id, calendar, log }: DemoContext,
  { all: allMembers }: Members,
): Insertable<SystemTables['training_completion']>[] {
  return allMembers.flatMap((member) => {
    const { trained, joined, email } = member.data;
    if (trained === undefined) return [];
    return modulesOf('general').map(({ id: video_id, title }, index) => {
      const completed_at = index < trained ? calendar.ago(joined - 2 * index - 1, `${video_id} of ${email}`) : null;
      if (completed_at !== null)
        log.write(
          completed_at,
          member,
          'completeTrainingVideo',
          { path: { videoId: video_id } },
          {
            description: `Completed training module "${title}"`,
            resource: 'training',
            entityId: member.id,
            changes: { [video_id]: { previous: null, current: completed_at } },
          },
        );
      return { id: newId('evc'), organization_id, member_id: member.id, video_id, completed_at };
    });
  });
}

export function createBackgroundChecks(
  { organizationId: organization_id, calendar }: DemoContext,
  { all: allMembers }: Members,
): Insertable<SystemTables['background_check_request']>[] {
  return allMembers.flatMap(({ id: member_id, data: { check, joined, email } }) => {
    const requestedAt = calendar.ago(joined - 1, `background check of ${email}`);
    return check
      ? [
          {
            id: newId('bcr'),
            organization_id,
            member_id,
            status: check.status,
            requester_notes: check.notes ?? null,
            created_at: requestedAt,
            updated_at: addSeconds(requestedAt, 9 * secondsPerDay),
          },
        ]
      : [];
  });
}

export function createPolicyResults(
  { organizationId: organization_id, calendar }: DemoContext,
  { all: allMembers }: Members,
): Insertable<SystemTables['device_policy_result']>[] {
  return allMembers.flatMap(({ id: member_id, data: { devices, email } }) =>
    (devices?.found ?? []).map(({ id: policy_id, name: policy_name, response }) => {
      const reportedAt = calendar.ago(30, `${policy_name} of ${email}`);
      return {
        id: newId('dpr'),
        organization_id,
        member_id,
        policy_id,
        policy_name,
        response,
        created_at: reportedAt,
        updated_at: reportedAt,
      };
    }),
  );
}

export async function createEmploymentEvidence(
  demo: DemoContext,
  members: Members,
  store: Store,
): Promise<Insertable<SystemTables['attachment']>[]> {
  return Promise.all(
    employmentEvidence.map(async ({ who: memberName, event, file, by: uploaderName, ago }) => {
      const [{ id }, uploader, uploadedAt] = [
        members.of(memberName),
        members.of(uploaderName),
        demo.calendar.ago(ago, `${file} of ${memberName}`),
      ];
      const row = await storeAttachment(demo, store, {
        entityType: `employment_${event}`,
        entityId: id,
        file,
        uploader,
        uploadedAt,
      });
      demo.log.write(
        uploadedAt,
        uploader,
        'uploadEmploymentEvidence',
        { path: { id, eventType: event } },
        {
          description: 'Uploaded employment evidence',
          changes: { [event]: { previous: null, current: `${row.name} (${row.size} bytes)` } },
        },
      );
      return row;
    }),
  );
}

/** Logs when members were created and deactivated. The members of the first day were created with the organization. */
export function logPeople({ calendar, log }: DemoContext, members: Members) {
  const owner = members.of('mira');
  for (const {
    id,
    roles,
    user,
    data: { email, joined, deactivated },
  } of members.all) {
    if (joined < owner.data.joined)
      log.write(calendar.ago(joined, email), owner, 'createMember', { body: { userId: user.id, role: roles[0] }, answer: { id } });
    if (deactivated === undefined) continue;
    const changes = {
      isActive: { previous: true, current: false },
      offboardDate: { previous: null, current: calendar.midnightInDays(-deactivated) },
    };
    log.write(
      calendar.ago(deactivated, `end of ${email}`),
      members.of('ingrid'),
      'deactivateMember',
      { path: { id } },
      { description: 'Deactivated member', changes },
    );
  }
}
