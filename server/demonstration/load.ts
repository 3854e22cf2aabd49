/** Loads the demonstration organization into a new embedded database, so that every list has content. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { makeCheckpoint } from '#platform/audit/make-checkpoints';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { newKey } from '#platform/identity/keys';
import type { Ports } from '#platform/ports/index';
import { insertApprovals } from './approvals.ts';
import { createAttachments } from './attachments.ts';
import { cancelledRun } from './background.ts';
import { insertAutomations } from './automations.ts';
import { calendarFrom } from './calendar.ts';
import { createComments } from './comments.ts';
import { insertEvidence } from './evidence-forms.ts';
import { createContextEntries } from './context.ts';
import { insertClouds } from './clouds.ts';
import { createDevices } from './devices.ts';
import { createEmployees } from './employees.ts';
import {
  createBackgroundChecks,
  createEmploymentEvidence,
  logPeople,
  createPolicyResults,
  createTrainingCompletions,
} from './employment.ts';
import { insertIsms } from './isms.ts';
import { insertIntegrations } from './integrations.ts';
import { createInvitations } from './invitations.ts';
import { createAllFiles } from './files.ts';
import { createKeys } from './keys.ts';
import { insertKnowledgeBase } from './knowledge-base.ts';
import { insertFindings } from './findings.ts';
import { insertLetters } from './letters.ts';
import { createStore } from './store.ts';
import { Log } from './log.ts';
import { insertNotifications } from './notifications.ts';
import { insertOffboarding } from './offboarding.ts';
import { logOrganization, createNotificationSettings, createObligation, createOnboarding, createOrganization } from './organization.ts';
import { insertAccounts, createMembers } from './people.ts';
import { createOrgChart } from './org-chart.ts';
import { insertPenetrationTests, createSimulation } from './penetration-tests.ts';
import { storePolicyFiles } from './policy-files.ts';
import { fillProgram } from './program.ts';
import { createQuestionnaires } from './questionnaires.ts';
import { insertControlReviews } from './reviews.ts';
import { defaultBands } from '#domain/ratings/levels';
import { createRiskControls } from './risk-controls.ts';
import { createRisks } from './risks.ts';
import { logRoles, createRoles } from './roles.ts';
import { findConfiguration, createStatement } from './soa.ts';
import { logTaskSubmissions, createTaskEvidence } from './task-evidence.ts';
import { startAudit } from './timelines.ts';
import { insertTrustAccess } from './trust-access.ts';
import { insertVisitorQuestionnaire } from './visitor-questionnaire.ts';
import { insertTrustPortal } from './trust-portal.ts';
import { createUploads } from './uploads.ts';
import { insertVendors } from './vendors.ts';

/**
 * The store for files, the vault that encrypts credentials, the keys that sign the checkpoint of the audit log, and the URL of the
 * application.
 */
type Stores = {
  readonly files: Ports['files'];
  readonly vault: Pick<Ports['vault'], 'seal'>;
  readonly checkpointKeys: Ports['checkpointKeys'];
  readonly appUrl: string;
  readonly appRoutes: Ports['appRoutes'];
};

/**
 * Fills a database without organizations in one transaction.
 * @param key the API key of the new organization, which is random by default
 * @returns the API key, or undefined if an organization already exists
 */
export async function loadDemonstration({ system }: Database, stores: Stores, key = newKey()): Promise<string | undefined> {
  const organizationId = newId('org');
  try {
    return await system.transaction().execute(async (db) => {
      if (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) return undefined;
      await fillOrganization(db, organizationId, stores, key);
      return key;
    });
  } catch (error) {
    // Stored files are not rolled back with the transaction.
    await stores.files.removeAll(organizationId);
    throw error;
  }
}

/** Creates an organization with all data of the demonstration. @param key the usable API key */
export async function fillOrganization(
  db: Transaction<SystemTables>,
  organizationId: string,
  { files, vault, checkpointKeys, appUrl, appRoutes }: Stores,
  key: string,
): Promise<void> {
  // An error is ignored here, because it is thrown again where the file is needed.
  void createAllFiles().catch(() => undefined);
  const store = createStore(db, files, organizationId);
  const baseContext = { organizationId, calendar: calendarFrom(new Date()) };

  await db.insertInto('organization').values(createOrganization(baseContext)).execute();
  const roles = createRoles(baseContext);
  const members = createMembers(baseContext, await insertAccounts(db, baseContext), roles);
  const log = new Log(organizationId, members);
  const demo = { ...baseContext, log };
  const simulation = createSimulation(demo, members);
  await db
    .insertInto('custom_role')
    .values(roles.all.map(({ row }) => row))
    .execute();
  await db
    .insertInto('member')
    .values(members.all.map(({ row }) => row))
    .execute();
  logOrganization(demo, members);
  logRoles(demo, roles, members);
  logPeople(demo, members);
  await db.insertInto('training_completion').values(createTrainingCompletions(demo, members)).execute();
  await db.insertInto('organization_chart').values(createOrgChart(demo, members)).execute();
  await db.insertInto('background_check_request').values(createBackgroundChecks(demo, members)).execute();
  await db.insertInto('device_policy_result').values(createPolicyResults(demo, members)).execute();
  await db.insertInto('device').values(createDevices(demo, members)).execute();
  await db.insertInto('invitation').values(createInvitations(demo, members)).execute();

  await db.insertInto('onboarding').values(createOnboarding(demo)).execute();
  await db.insertInto('role_obligation').values(createObligation(demo, members)).execute();
  await db
    .insertInto('role_notification_setting')
    .values(createNotificationSettings(demo, members, roles))
    .execute();
  await db
    .insertInto('api_key')
    .values(createKeys(demo, members, key))
    .execute();
  await db.insertInto('employee').values(createEmployees(demo, members)).execute();
  const context = createContextEntries(demo, members);
  await db.insertInto('context_entry').values(context).execute();

  const tasks = await fillProgram(db, demo, members);
  await storePolicyFiles(db, demo, members, store);
  await startAudit(db, demo, members);
  await insertLetters(db, demo, members);
  await insertControlReviews(db, demo, members);
  await insertEvidence(db, demo, members, store);
  await logTaskSubmissions(db, demo, members);
  const riskRegister = createRisks(demo, members, tasks);
  const { risks, treatments, links, work, acceptances } = riskRegister;
  await db.insertInto('risk').values(risks).execute();
  // Stores the default rating bands explicitly, because the levels of risk acceptances depend on them.
  const { veryLow: very_low, ...bands } = defaultBands;
  await db
    .insertInto('risk_rating_bands')
    .values({ id: newId('rrb'), organization_id: organizationId, very_low, ...bands })
    .execute();
  await db.insertInto('risk_treatment').values(treatments).execute();
  await db.insertInto('risk_task').values(links).execute();
  await db
    .insertInto('risk_control')
    .values(await createRiskControls(db, demo, members))
    .execute();
  await db.insertInto('task_item').values(work).execute();
  await db.insertInto('risk_acceptance').values(acceptances).execute();
  const questionnaireRows = await createQuestionnaires(demo, members, context, store);
  await db.insertInto('questionnaire').values(questionnaireRows.questionnaires).execute();
  await db.insertInto('question_answer').values(questionnaireRows.questions).execute();
  await insertKnowledgeBase(db, demo, members, store);
  const statement = createStatement(demo, members, await findConfiguration(db));
  await db.insertInto('soa_document').values(statement.documents).execute();
  await db.insertInto('soa_answer').values(statement.answers).execute();
  const discussion = await createComments(demo, members, riskRegister, store);
  const evidence = await createAttachments(demo, members, riskRegister, store);
  await insertFindings(db, demo, { members, tasks, risks: riskRegister });
  await db
    .insertInto('comment')
    .values([...discussion.comments])
    .execute();
  await db
    .insertInto('attachment')
    .values([
      ...discussion.files,
      ...evidence.rows,
      ...(await createEmploymentEvidence(demo, members, store)),
      ...(await createTaskEvidence(demo, members, tasks, store)),
    ])
    .execute();
  await db.deleteFrom('attachment').where('id', 'in', evidence.deletedIds).execute();
  await db
    .insertInto('upload')
    .values(await createUploads(demo, store))
    .execute();
  await insertNotifications(db, baseContext, members, riskRegister, { appUrl, appRoutes });
  await db.insertInto('run').values(cancelledRun(demo, members)).execute();
  await insertApprovals(db, demo, members);
  await insertVendors(db, demo, members, tasks);
  await insertOffboarding(db, demo, members, store);
  await insertIntegrations(db, demo, members, vault);
  await insertClouds(db, demo, members);
  await insertAutomations(db, demo, members, tasks, store);
  await insertTrustPortal(db, demo, members, store);
  await insertPenetrationTests(db, demo, simulation, store);
  await insertIsms(db, demo, members);
  await insertTrustAccess(db, demo, members, store);
  await insertVisitorQuestionnaire(db, demo, store);
  await sql`select index_again(${organizationId})`.execute(db);
  await log.append(db);
  await makeCheckpoint(db, organizationId, checkpointKeys);
}
