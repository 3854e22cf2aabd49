/** Creates integration connections with their history, without calls to external systems. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import type { Vault } from '#platform/ports/vault';
import { addSeconds } from './calendar.ts';
import { accessReview, bookingPage, bookingRuns, directoryGroups, type ResultData, staffDirectory, syncs } from './data/integrations.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;
type Connection = typeof bookingPage | typeof staffDirectory;

const secondsPerHour = 3_600;
const checkNames = {
  'endpoint-status': 'Address answers as expected',
  'tls-certificate': 'Certificate and version of TLS',
  'security-headers': 'Security headers are set',
};

/** Inserts the connections, their check runs and their sync logs. @param vault encrypts the credentials of the connections */
export async function insertIntegrations(
  db: Transaction<SystemTables>,
  demo: DemoContext,
  members: Members,
  vault: Pick<Vault, 'seal'>,
): Promise<void> {
  const bookingConnectionId = await insertConnection(
    db,
    demo,
    members,
    vault,
    bookingPage,
    addSeconds(demo.calendar.midnightInDays(-1), 6 * secondsPerHour + 30),
  );
  const directoryConnectionId = await insertConnection(
    db,
    demo,
    members,
    vault,
    staffDirectory,
    addSeconds(demo.calendar.midnightInDays(-accessReview), 6 * secondsPerHour + 5),
  );
  await insertRuns(db, demo, bookingConnectionId, bookingCheckRuns(demo));
  await insertRuns(db, demo, directoryConnectionId, [directoryReviewRun(demo, members)]);
  await db
    .insertInto('integration_sync_log')
    .values(syncLogRows(demo, members, directoryConnectionId))
    .execute();
}

async function insertConnection(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  vault: Pick<Vault, 'seal'>,
  data: Connection,
  usedAt: string,
): Promise<string> {
  const [id, credentialId, createdAt] = [newId('icn'), newId('icv'), calendar.ago(data.created, data.name)];
  const pausedAt = 'paused' in data ? calendar.ago(data.paused, `${data.name} paused`) : undefined;
  await db
    .insertInto('integration_connection')
    .values({
      id,
      organization_id,
      provider: data.provider,
      exclusive: data.provider === 'scim-directory',
      label: data.name,
      status: pausedAt === undefined ? 'active' : 'paused',
      auth_strategy: data.provider === 'scim-directory' ? 'oauth2' : 'api_key',
      metadata: JSON.stringify({ connectionName: data.name, host: data.host }),
      variables: JSON.stringify(data.variables),
      last_sync_at: usedAt,
      checks_due_at: pausedAt === undefined ? addSeconds(calendar.midnightInDays(1), 6 * secondsPerHour) : null,
      created_at: createdAt,
      updated_at: pausedAt ?? createdAt,
    })
    .execute();
  const { keyId, sealed } = await vault.seal(id, data.credentials);
  await db
    .insertInto('integration_credential')
    .values({
      id: credentialId,
      organization_id,
      connection_id: id,
      version: 1,
      sealed: JSON.stringify(sealed),
      key_id: keyId,
      created_at: createdAt,
    })
    .execute();
  await db.updateTable('integration_connection').set({ credential_id: credentialId }).where('id', '=', id).execute();

  const fields = { provider: data.provider, connectionName: data.name, credentials: Object.keys(data.credentials) };
  log.write(
    createdAt,
    members.of(data.by),
    'createIntegrationConnection',
    { answer: { id } },
    {
      description: 'Connected integration',
      changes: changesOnCreate(fields),
    },
  );
  if (pausedAt !== undefined)
    log.write(
      pausedAt,
      members.of(data.by),
      'pauseIntegrationConnection',
      { path: { id } },
      { description: 'Paused integration', changes: { status: { previous: 'active', current: 'paused' } } },
    );
  return id;
}

interface CheckRun {
  readonly check: string;
  readonly name: string;
  readonly at: string;
  readonly seconds: number;
  readonly results: readonly ResultData[];
  readonly error?: string | undefined;
}

function bookingCheckRuns({ calendar }: DemoContext): CheckRun[] {
  const runs = bookingRuns((days) => calendar.midnightInDays(days).slice(0, 10));
  return runs.map(({ ago, check, ...run }, index) => ({
    ...run,
    check,
    name: checkNames[check],
    at: addSeconds(calendar.midnightInDays(-ago), 6 * secondsPerHour + (index % 3)),
  }));
}

function directoryReviewRun({ calendar }: DemoContext, members: Members): CheckRun {
  const results = directoryGroups.map(({ who: memberName, groups }): ResultData => {
    const {
      user: { email, name },
    } = members.of(memberName);
    const commonFields = {
      resourceType: 'user',
      resourceId: email,
      evidence: { userName: email, name, department: null, groups, roles: [] },
    };
    return groups.some((group) => group === 'Heads of teams')
      ? { ...commonFields, passed: true, title: `${email} is in Heads of teams`, description: 'Somebody answers for this access.' }
      : {
          ...commonFields,
          passed: false,
          severity: 'medium',
          title: `${email} is in no owner group`,
          description: `Groups: ${groups.join(', ')}.`,
          remediation: 'Put the user into the group that answers for the access, or deactivate the account.',
        };
  });
  // Failed results are listed first.
  return {
    check: 'user-access',
    name: 'Active users have an owner group',
    at: addSeconds(calendar.midnightInDays(-accessReview), 6 * secondsPerHour),
    seconds: 3,
    results: results.toSorted((one, other) => Number(one.passed) - Number(other.passed)),
  };
}

async function insertRuns(
  db: Transaction<SystemTables>,
  { organizationId: organization_id }: DemoContext,
  connectionId: string,
  runs: readonly CheckRun[],
): Promise<void> {
  const rows = runs.map(({ check, name, at: scheduledAt, seconds, results, error }) => {
    const [id, failed] = [newId('icr'), results.filter(({ passed }) => !passed).length];
    return {
      run: {
        id,
        organization_id,
        connection_id: connectionId,
        check_id: check,
        check_name: name,
        triggered_by: 'scheduled',
        status: error !== undefined ? 'inconclusive' : failed ? 'failed' : 'completed',
        created_at: scheduledAt,
        started_at: addSeconds(scheduledAt, 1),
        completed_at: addSeconds(scheduledAt, 1 + seconds),
        total_checked: results.length,
        passed_count: results.length - failed,
        failed_count: failed,
        error_message: error ?? null,
      } satisfies Row<'integration_check_run'>,
      results: results.map(({ resourceType, resourceId, evidence, ...result }, place): Row<'integration_check_result'> => ({
        id: newId('icx'),
        organization_id,
        check_run_id: id,
        place,
        ...result,
        resource_type: resourceType,
        resource_id: resourceId,
        evidence: JSON.stringify(evidence),
        collected_at: addSeconds(scheduledAt, seconds),
      })),
    };
  });
  await db
    .insertInto('integration_check_run')
    .values(rows.map(({ run }) => run))
    .execute();
  await db
    .insertInto('integration_check_result')
    .values(rows.flatMap(({ results }) => results))
    .execute();
}

/** Returns the logs of employee syncs, which skipped all people because they were members already. */
function syncLogRows(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  connectionId: string,
): Row<'integration_sync_log'>[] {
  const { provider, by: syncAuthorName } = staffDirectory;
  return syncs.map(({ ago, dryRun }) => {
    const [id, syncedAt, syncAuthor] = [newId('isl'), calendar.ago(ago, `sync ${ago}`), members.of(syncAuthorName)];
    const details = directoryGroups.map((person) => ({
      email: members.of(person.who).user.email,
      status: 'skipped',
      reason: 'already a member',
      providerStatus: 'active',
    }));
    const result = {
      providerSlug: provider,
      connectionId,
      syncLogId: id,
      dryRun,
      totalFound: details.length,
      totalSuspended: 0,
      counts: { imported: 0, skipped: details.length, deactivated: 0, reactivated: 0, error: 0 },
      people: details,
      droppedCount: 0,
      dropped: [],
    };
    log.write(
      syncedAt,
      syncAuthor,
      'syncProviderEmployees',
      { path: { providerSlug: provider } },
      { entityId: connectionId, description: 'Started sync of employees', changes: { dryRun: { previous: null, current: dryRun } } },
    );
    return {
      id,
      organization_id,
      connection_id: connectionId,
      provider,
      event_type: 'employee_sync',
      status: 'completed',
      triggered_by: 'manual',
      user_id: syncAuthor.user.id,
      created_at: syncedAt,
      started_at: addSeconds(syncedAt, 1),
      completed_at: addSeconds(syncedAt, 3),
      result: JSON.stringify(result),
    };
  });
}
