/** Projects of Google Cloud, and what a scanner needs there. */
import type { components } from '../../../../generated/api.d.ts';
import { CallOutside, Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { noteActivity } from '../../../domain/clouds/activity.ts';
import { isFailure, lineOf } from '../../../domain/providers/failures.ts';
import { type Source, textIn } from '../../../domain/providers/manifest.ts';
import { type Google, openGoogle } from '../../../domain/providers/providers/gcp/google.ts';
import { listOrganizations, listProjects } from '../../../domain/providers/providers/gcp/projects.ts';
import {
  type GcpScene,
  gcpScene,
  type GcpStep,
  type GcpStepId,
  gcpStepIds,
  isGcpStep,
  tryGcpStep,
} from '../../../domain/providers/providers/gcp/setup.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { type Account, changeAccount, findAccount, lockAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { connectionNotFound } from '../refusals.ts';

type Schemas = components['schemas'];
type Gcp = 'listGcpOrganizations' | 'selectGcpProjects' | 'setupGcp' | 'resolveGcpSetupStep';

export const gcpSetup: Pick<Handlers<'cloud-security'>, Gcp> = {
  async listGcpOrganizations({ path, db, ports }) {
    const opened = await openGcpAccount(db, ports, path.connectionId);
    if (isRefusal(opened)) return opened;
    const { variables } = opened.account;
    return new Deferred(async () => {
      const found = await asked(opened, async (google) => ({
        organizations: await listOrganizations(google),
        projects: await listProjects(google),
      }));
      if (isRefusal(found)) return found;
      const { organizations, projects } = found;
      const within = (isIn: (organizationId: string | undefined) => boolean) =>
        projects.filter((project) => isIn(project.organizationId)).map(({ id, name, number }) => ({ id, name, number }));
      const rest = within((id) => !organizations.some((organization) => organization.id === id));
      return {
        status: 200,
        body: {
          organizations: [
            ...organizations.map(({ id, displayName }) => ({ id, displayName, projects: within((of) => of === id) })),
            ...(rest.length ? [{ id: '', displayName: 'Projects without an organization', projects: rest }] : []),
          ],
          selectedProjectIds: selectedIn(variables),
          selectedOrganizationId: textIn(variables, 'organization_id') || null,
        },
      };
    });
  },

  async selectGcpProjects({ path, body: { projectIds, projectNames, gcpOrganizationId }, db, actor, audit }) {
    const account = await lockAccount(db, path.connectionId);
    if (!account) return connectionNotFound();
    if (account.cloud !== 'gcp') return otherCloud();
    const { variables } = account;
    const organizationId = gcpOrganizationId ?? (textIn(variables, 'organization_id') || null);
    await changeAccount(db, account.id, {
      variables: JSON.stringify({
        ...variables,
        project_ids: projectIds,
        ...(organizationId !== null && { organization_id: organizationId }),
      }),
      ...(projectNames && { project_names: JSON.stringify(projectNames) }),
    });
    await noteActivity(db, actor, account.id, {
      type: 'settings',
      action: 'gcp_projects_selected',
      description: `Selected ${projectIds.length} projects`,
      metadata: { projectIds },
    });
    audit.changed(
      { projectIds: selectedIn(variables), gcpOrganizationId: textIn(variables, 'organization_id') || null },
      { projectIds, gcpOrganizationId: organizationId },
      { description: 'Selected projects of integration' },
    );
    return { status: 200, body: { projectIds, gcpOrganizationId: organizationId } };
  },

  async setupGcp({ path, body, db, ports }) {
    const opened = await openGcpAccount(db, ports, path.connectionId);
    if (isRefusal(opened)) return opened;
    return new CallOutside(async () => {
      const found = await stepsOf(opened, body.projectId, gcpStepIds);
      if (isRefusal(found)) return async () => found;
      const { scene, steps } = found;
      return async ({ db: then, actor, audit }) => {
        const account = await lockAccount(then, path.connectionId);
        if (!account) return connectionNotFound();
        const before = textIn(account.variables, 'organization_id') || null;
        const after = before ?? scene.organizationId ?? null;
        if (after !== before)
          await changeAccount(then, account.id, { variables: JSON.stringify({ ...account.variables, organization_id: after }) });
        await noteActivity(then, actor, account.id, {
          type: 'settings',
          action: 'gcp_setup',
          description: `Set up ${scene.projectId}: ${steps.filter(({ success }) => success).length} of ${steps.length} steps are done`,
          metadata: { projectId: scene.projectId },
        });
        audit.changed({ gcpOrganizationId: before }, { gcpOrganizationId: after }, { description: 'Set up integration' });
        return { status: 200, body: { ...shown(scene), steps: steps.map((step) => withRetry(account.id, step)) } };
      };
    });
  },

  async resolveGcpSetupStep({ path, db, ports }) {
    const opened = await openGcpAccount(db, ports, path.connectionId);
    if (isRefusal(opened)) return opened;
    const { stepId } = path;
    if (!isGcpStep(stepId)) return refusal('gcp_setup_step_not_found');
    return new CallOutside(async () => {
      const found = await stepsOf(opened, undefined, [stepId]);
      if (isRefusal(found)) return async () => found;
      return async ({ db: then, actor, audit }) => {
        const account = await lockAccount(then, path.connectionId);
        const [step] = found.steps;
        if (!account || !step) return connectionNotFound();
        await noteActivity(then, actor, account.id, {
          type: 'settings',
          action: 'gcp_setup_step',
          description: `${step.name}: ${step.success ? 'done' : 'not done'}`,
          metadata: { stepId },
        });
        audit.did('Tried setup step of integration');
        return { status: 200, body: { ...shown(found.scene), step: withRetry(account.id, step) } };
      };
    });
  },
};

const otherCloud = () => refusal('connection_of_other_cloud', { cloud: 'Google Cloud' });

function selectedIn(variables: Account['variables']): string[] {
  const { project_ids: ids } = variables;
  return Array.isArray(ids) ? ids.map(String) : [];
}

interface Opened {
  readonly account: Account;
  readonly open: (signal: AbortSignal) => Promise<Source>;
}

async function openGcpAccount(db: OrganizationDatabase, ports: Ports, connectionId: string) {
  const account = await findAccount(db, connectionId);
  if (!account) return connectionNotFound();
  if (account.cloud !== 'gcp') return otherCloud();
  const open = await openSource(db, ports, account);
  return open ? ({ account, open } satisfies Opened) : refusal('connection_without_credentials');
}

/** Asks Google once, and tells what it refuses as a whole. */
async function asked<Found>({ open }: Opened, ask: (google: Google, source: Source, secrets: readonly string[]) => Promise<Found>) {
  const secrets: string[] = [];
  try {
    const source = await open(AbortSignal.timeout(60_000));
    secrets.push(...Object.values(source.credentials).flat());
    return await ask(await openGoogle(source), source, secrets);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return refusal('provider_failed', { reason: lineOf(error, secrets) });
  }
}

async function stepsOf(opened: Opened, projectId: string | undefined, ids: readonly GcpStepId[]) {
  const { variables } = opened.account;
  return asked(opened, async (google, source, secrets) => {
    const wanted = projectId ?? selectedIn(variables)[0] ?? textIn(source.credentials, 'projectId');
    const scene = await gcpScene(google, wanted, textIn(variables, 'organization_id') || undefined);
    if (!scene) return refusal('gcp_project_missing');
    const steps: GcpStep[] = [];
    for (const id of ids) steps.push(await tryGcpStep(google, id, scene, secrets));
    return { scene, steps };
  });
}

function shown({ email, organizationId, projectId, projects }: GcpScene) {
  return { email, organizationId: organizationId ?? null, projectId, projects: projects.map(({ id, name }) => ({ id, name })) };
}

/** A step that is not done tells how it is tried again. */
function withRetry(connectionId: string, step: GcpStep): Schemas['GcpSetupStep'] {
  if (step.success) return step;
  const endpoint = `/v1/cloud-security/connections/${connectionId}/gcp/setup/steps/${step.id}`;
  return { ...step, resolveAction: { label: 'Try again', method: 'POST', endpoint, body: {} } };
}
