/** Lists and selects projects of Google Cloud, and runs the setup that a scanner needs there. */
import type { components } from '#generated/api';
import { CallExternal, Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { recordActivity } from '#providers/clouds/activity';
import { isProviderFailure, reasonLineOf } from '#providers/failures';
import { type Source, textValue } from '#providers/manifest';
import { type Google, openGoogle } from '#providers/providers/gcp/google';
import { listOrganizations, listProjects } from '#providers/providers/gcp/projects';
import {
  type GcpContext,
  findGcpContext,
  type GcpStep,
  type GcpStepId,
  gcpStepIds,
  isGcpStep,
  runGcpStep,
} from '#providers/providers/gcp/setup';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { type Account, changeAccount, findAccount, lockAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { connectionNotFound } from '../refusals.ts';

type Schemas = components['schemas'];
type Operations = 'listGcpOrganizations' | 'selectGcpProjects' | 'setupGcp' | 'resolveGcpSetupStep';

export const gcpSetup: Pick<Handlers<'cloud-security'>, Operations> = {
  async listGcpOrganizations({ path, db, ports }) {
    const openableAccount = await openGcpAccount(db, ports, path.connectionId);
    if (isRefusal(openableAccount)) return openableAccount;
    const { variables } = openableAccount.account;
    return new Deferred(async () => {
      const result = await callGoogle(openableAccount, async (google) => ({
        organizations: await listOrganizations(google),
        projects: await listProjects(google),
      }));
      if (isRefusal(result)) return result;
      const { organizations, projects } = result;
      const listProjectsWhere = (isIn: (organizationId: string | undefined) => boolean) =>
        projects.filter((project) => isIn(project.organizationId)).map(({ id, name, number }) => ({ id, name, number }));
      const otherProjects = listProjectsWhere((id) => !organizations.some((organization) => organization.id === id));
      return {
        status: 200,
        body: {
          organizations: [
            ...organizations.map(({ id, displayName }) => ({
              id,
              displayName,
              projects: listProjectsWhere((organizationId) => organizationId === id),
            })),
            ...(otherProjects.length ? [{ id: '', displayName: 'Projects without an organization', projects: otherProjects }] : []),
          ],
          selectedProjectIds: selectedProjectIds(variables),
          selectedOrganizationId: textValue(variables, 'organization_id') || null,
        },
      };
    });
  },

  async selectGcpProjects({ path, body: { projectIds, projectNames, gcpOrganizationId }, db, actor, audit }) {
    const account = await lockAccount(db, path.connectionId);
    if (!account) return connectionNotFound();
    if (account.cloud !== 'gcp') return connectionOfOtherCloud();
    const { variables } = account;
    const organizationId = gcpOrganizationId ?? (textValue(variables, 'organization_id') || null);
    await changeAccount(db, account.id, {
      variables: JSON.stringify({
        ...variables,
        project_ids: projectIds,
        ...(organizationId !== null && { organization_id: organizationId }),
      }),
      ...(projectNames && { project_names: JSON.stringify(projectNames) }),
    });
    await recordActivity(db, actor, account.id, {
      type: 'settings',
      action: 'gcp_projects_selected',
      description: `Selected ${projectIds.length} projects`,
      metadata: { projectIds },
    });
    audit.changed(
      { projectIds: selectedProjectIds(variables), gcpOrganizationId: textValue(variables, 'organization_id') || null },
      { projectIds, gcpOrganizationId: organizationId },
      { description: 'Selected projects of integration' },
    );
    return { status: 200, body: { projectIds, gcpOrganizationId: organizationId } };
  },

  async setupGcp({ path, body, db, ports }) {
    const openableAccount = await openGcpAccount(db, ports, path.connectionId);
    if (isRefusal(openableAccount)) return openableAccount;
    return new CallExternal(async () => {
      const result = await runSteps(openableAccount, body.projectId, gcpStepIds);
      if (isRefusal(result)) return async () => result;
      const { gcpContext, steps } = result;
      return async ({ db: nextDb, actor, audit }) => {
        const account = await lockAccount(nextDb, path.connectionId);
        if (!account) return connectionNotFound();
        const before = textValue(account.variables, 'organization_id') || null;
        const after = before ?? gcpContext.organizationId ?? null;
        if (after !== before)
          await changeAccount(nextDb, account.id, { variables: JSON.stringify({ ...account.variables, organization_id: after }) });
        await recordActivity(nextDb, actor, account.id, {
          type: 'settings',
          action: 'gcp_setup',
          description: `Set up ${gcpContext.projectId}: ${steps.filter(({ success }) => success).length} of ${steps.length} steps are done`,
          metadata: { projectId: gcpContext.projectId },
        });
        audit.changed({ gcpOrganizationId: before }, { gcpOrganizationId: after }, { description: 'Set up integration' });
        return { status: 200, body: { ...setupSummaryOf(gcpContext), steps: steps.map((step) => withRetry(account.id, step)) } };
      };
    });
  },

  async resolveGcpSetupStep({ path, db, ports }) {
    const openableAccount = await openGcpAccount(db, ports, path.connectionId);
    if (isRefusal(openableAccount)) return openableAccount;
    const { stepId } = path;
    if (!isGcpStep(stepId)) return refusal('gcp_setup_step_not_found');
    return new CallExternal(async () => {
      const result = await runSteps(openableAccount, undefined, [stepId]);
      if (isRefusal(result)) return async () => result;
      return async ({ db: nextDb, actor, audit }) => {
        const account = await lockAccount(nextDb, path.connectionId);
        const [step] = result.steps;
        if (!account || !step) return connectionNotFound();
        await recordActivity(nextDb, actor, account.id, {
          type: 'settings',
          action: 'gcp_setup_step',
          description: `${step.name}: ${step.success ? 'done' : 'not done'}`,
          metadata: { stepId },
        });
        audit.performed('Tried setup step of integration');
        return { status: 200, body: { ...setupSummaryOf(result.gcpContext), step: withRetry(account.id, step) } };
      };
    });
  },
};

const connectionOfOtherCloud = () => refusal('connection_of_other_cloud', { cloud: 'Google Cloud' });

function selectedProjectIds(variables: Account['variables']): string[] {
  const { project_ids: ids } = variables;
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** An account of Google Cloud, with a function that opens it outside of the transaction. */
interface OpenableAccount {
  readonly account: Account;
  readonly open: (signal: AbortSignal) => Promise<Source>;
}

async function openGcpAccount(db: OrganizationDatabase, ports: Ports, connectionId: string) {
  const account = await findAccount(db, connectionId);
  if (!account) return connectionNotFound();
  if (account.cloud !== 'gcp') return connectionOfOtherCloud();
  const open = await openSource(db, ports, account);
  return open ? ({ account, open } satisfies OpenableAccount) : refusal('connection_without_credentials');
}

/** Opens an account and calls Google. @returns the result, or a refusal if Google rejects the call as a whole */
async function callGoogle<Result>(
  { open }: OpenableAccount,
  call: (google: Google, source: Source, secrets: readonly string[]) => Promise<Result>,
) {
  let secrets: readonly string[] = [];
  try {
    const source = await open(AbortSignal.timeout(60_000));
    source.keepSecret(...Object.values(source.credentials).flat());
    secrets = source.secrets;
    return await call(await openGoogle(source), source, secrets);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return refusal('provider_failed', { reason: reasonLineOf(error, secrets) });
  }
}

async function runSteps(openableAccount: OpenableAccount, projectId: string | undefined, ids: readonly GcpStepId[]) {
  const { variables } = openableAccount.account;
  return callGoogle(openableAccount, async (google, source, secrets) => {
    const wantedProjectId = projectId ?? selectedProjectIds(variables)[0] ?? textValue(source.credentials, 'projectId');
    const gcpContext = await findGcpContext(google, wantedProjectId, textValue(variables, 'organization_id') || undefined);
    if (!gcpContext) return refusal('gcp_project_missing');
    const steps: GcpStep[] = [];
    for (const id of ids) steps.push(await runGcpStep(google, id, gcpContext, secrets));
    return { gcpContext, steps };
  });
}

function setupSummaryOf({ email, organizationId, projectId, projects }: GcpContext) {
  return { email, organizationId: organizationId ?? null, projectId, projects: projects.map(({ id, name }) => ({ id, name })) };
}

/** Adds the request that retries the step, unless the step succeeded. */
function withRetry(connectionId: string, step: GcpStep): Schemas['GcpSetupStep'] {
  if (step.success) return step;
  const endpoint = `/v1/cloud-security/connections/${connectionId}/gcp/setup/steps/${step.id}`;
  return { ...step, resolveAction: { label: 'Try again', method: 'POST', endpoint, body: {} } };
}
