/** The organization that a new embedded database begins with, so that every list has something to show. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { makeCheckpoint } from '../platform/audit/checkpointing.ts';
import { newId } from '../platform/database/ids.ts';
import type { Database } from '../platform/database/open.ts';
import { newKey } from '../platform/identity/keys.ts';
import type { Ports } from '../platform/ports/index.ts';
import { evidenceOf } from './attachments.ts';
import { runOf } from './background.ts';
import { insertAutomations } from './automations.ts';
import { calendarFrom } from './calendar.ts';
import { commentsOf } from './comments.ts';
import { insertEvidence } from './evidence-forms.ts';
import { contextOf } from './context.ts';
import { insertClouds } from './clouds.ts';
import { devicesOf } from './devices.ts';
import { employeesOf } from './employees.ts';
import { checksOf, employmentEvidenceOf, logPeople, policyResultsOf, trainingOf } from './employment.ts';
import { insertIsms } from './isms.ts';
import { insertIntegrations } from './integrations.ts';
import { invitationsOf } from './invitations.ts';
import { makeAll } from './files.ts';
import { keysOf } from './keys.ts';
import { insertKnowledgeBase } from './knowledge-base.ts';
import { insertFindings } from './findings.ts';
import { insertLetters } from './letters.ts';
import { storeOf } from './ledger.ts';
import { Log } from './log.ts';
import { insertNotifications } from './notifications.ts';
import { insertOffboarding } from './offboarding.ts';
import { logOrganization, notificationsOf, obligationOf, onboardingOf, organizationOf } from './organization.ts';
import { insertAccounts, membersOf } from './people.ts';
import { orgChartOf } from './org-chart.ts';
import { insertPenetrationTests, simulationOf } from './penetration-tests.ts';
import { keepPolicyFiles } from './policy-files.ts';
import { fillProgram } from './program.ts';
import { questionnairesOf } from './questionnaires.ts';
import { reviewControls } from './reviews.ts';
import { usualBands } from '../domain/ratings/levels.ts';
import { riskControlsOf } from './risk-controls.ts';
import { risksOf } from './risks.ts';
import { logRoles, rolesOf } from './roles.ts';
import { configurationIn, statementOf } from './soa.ts';
import { logReviews, taskEvidenceOf } from './task-evidence.ts';
import { startAudit } from './timelines.ts';
import { insertTrustAccess } from './trust-access.ts';
import { insertTrustPortal } from './trust-portal.ts';
import { uploadsOf } from './uploads.ts';
import { insertVendors } from './vendors.ts';

/** Where its files are put, what keeps the credentials of its integrations, what signs the checkpoint of its log, and where its pages are. */
type Stores = {
  readonly files: Ports['files'];
  readonly vault: Pick<Ports['vault'], 'seal'>;
  readonly checkpointKeys: Ports['checkpointKeys'];
  readonly appUrl: string;
};

/**
 * Fills a database in which there is no organization yet, all or nothing.
 * @param key of the new organization; without it a random one
 * @returns that key; undefined when there was an organization already
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
    // Files take no part in a transaction.
    await stores.files.removeAll(organizationId);
    throw error;
  }
}

/** Makes an organization with all that the demonstration has. @param key that is given out */
export async function fillOrganization(
  db: Transaction<SystemTables>,
  organizationId: string,
  { files, vault, checkpointKeys, appUrl }: Stores,
  key: string,
): Promise<void> {
  // Whoever needs one that cannot be made hears of it.
  void makeAll().catch(() => undefined);
  const store = storeOf(db, files, organizationId);
  const stage = { organizationId, calendar: calendarFrom(new Date()) };

  await db.insertInto('organization').values(organizationOf(stage)).execute();
  const roles = rolesOf(stage);
  const members = membersOf(stage, await insertAccounts(db, stage), roles);
  const log = new Log(organizationId, members);
  const scene = { ...stage, log };
  const simulation = simulationOf(scene, members);
  await db
    .insertInto('custom_role')
    .values(roles.all.map(({ row }) => row))
    .execute();
  await db
    .insertInto('member')
    .values(members.all.map(({ row }) => row))
    .execute();
  logOrganization(scene, members);
  logRoles(scene, roles, members);
  logPeople(scene, members);
  await db.insertInto('training_completion').values(trainingOf(scene, members)).execute();
  await db.insertInto('organization_chart').values(orgChartOf(scene, members)).execute();
  await db.insertInto('background_check_request').values(checksOf(scene, members)).execute();
  await db.insertInto('device_policy_result').values(policyResultsOf(scene, members)).execute();
  await db.insertInto('device').values(devicesOf(scene, members)).execute();
  await db.insertInto('invitation').values(invitationsOf(scene, members)).execute();

  await db.insertInto('onboarding').values(onboardingOf(scene)).execute();
  await db.insertInto('role_obligation').values(obligationOf(scene, members)).execute();
  await db
    .insertInto('role_notification_setting')
    .values(notificationsOf(scene, members, roles))
    .execute();
  await db
    .insertInto('api_key')
    .values(keysOf(scene, members, key))
    .execute();
  await db.insertInto('employee').values(employeesOf(scene, members)).execute();
  const context = contextOf(scene, members);
  await db.insertInto('context_entry').values(context).execute();

  const tasks = await fillProgram(db, scene, members);
  await keepPolicyFiles(db, scene, members, store);
  await startAudit(db, scene, members);
  await insertLetters(db, scene, members);
  await reviewControls(db, scene, members);
  await insertEvidence(db, scene, members, store);
  await logReviews(db, scene, members);
  const register = risksOf(scene, members, tasks);
  const { risks, treatments, links, work, acceptances } = register;
  await db.insertInto('risk').values(risks).execute();
  // The usual ones, confirmed: the levels of its acceptances are by these.
  const { veryLow: very_low, ...bands } = usualBands;
  await db
    .insertInto('risk_rating_bands')
    .values({ id: newId('rrb'), organization_id: organizationId, very_low, ...bands })
    .execute();
  await db.insertInto('risk_treatment').values(treatments).execute();
  await db.insertInto('risk_task').values(links).execute();
  await db
    .insertInto('risk_control')
    .values(await riskControlsOf(db, scene, members))
    .execute();
  await db.insertInto('task_item').values(work).execute();
  await db.insertInto('risk_acceptance').values(acceptances).execute();
  const sent = await questionnairesOf(scene, members, context, store);
  await db.insertInto('questionnaire').values(sent.questionnaires).execute();
  await db.insertInto('question_answer').values(sent.questions).execute();
  await insertKnowledgeBase(db, scene, members, store);
  const statement = statementOf(scene, members, await configurationIn(db));
  await db.insertInto('soa_document').values(statement.documents).execute();
  await db.insertInto('soa_answer').values(statement.answers).execute();
  const discussion = await commentsOf(scene, members, register, store);
  const evidence = await evidenceOf(scene, members, register, store);
  await insertFindings(db, scene, { members, tasks, risks: register });
  await db
    .insertInto('comment')
    .values([...discussion.comments])
    .execute();
  await db
    .insertInto('attachment')
    .values([
      ...discussion.files,
      ...evidence.rows,
      ...(await employmentEvidenceOf(scene, members, store)),
      ...(await taskEvidenceOf(scene, members, tasks, store)),
    ])
    .execute();
  await db.deleteFrom('attachment').where('id', 'in', evidence.deleted).execute();
  await db
    .insertInto('upload')
    .values(await uploadsOf(scene, store))
    .execute();
  await insertNotifications(db, stage, members, register, { appUrl });
  await db.insertInto('run').values(runOf(scene, members)).execute();
  await insertVendors(db, scene, members, tasks);
  await insertOffboarding(db, scene, members, store);
  await insertIntegrations(db, scene, members, vault);
  await insertClouds(db, scene, members);
  await insertAutomations(db, scene, members, tasks, store);
  await insertTrustPortal(db, scene, members, store);
  await insertPenetrationTests(db, scene, simulation, store);
  await insertIsms(db, scene, members);
  await insertTrustAccess(db, scene, members, store);
  await sql`select index_again(${organizationId})`.execute(db);
  await log.append(db);
  await makeCheckpoint(db, organizationId, checkpointKeys);
}
