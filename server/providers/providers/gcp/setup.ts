/** Prepares a Google Cloud project for scans, step by step. */
import { CredentialsRefused, reasonOf } from '../../failures.ts';
import { pathSegment } from '../../path-segment.ts';
import type { Google } from './google.ts';
import { type GcpProject, listOrganizations, listProjects } from './projects.ts';

export const gcpSteps = {
  enable_security_command_center_api: { name: 'Security Command Center API', api: 'securitycenter.googleapis.com', requiredForScan: false },
  enable_cloud_resource_manager_api: {
    name: 'Cloud Resource Manager API',
    api: 'cloudresourcemanager.googleapis.com',
    requiredForScan: true,
  },
  enable_service_usage_api: { name: 'Service Usage API', api: 'serviceusage.googleapis.com', requiredForScan: false },
  grant_findings_viewer_role: { name: 'Permission to read findings', api: undefined, requiredForScan: false },
} as const;
export type GcpStepId = keyof typeof gcpSteps;

export function isGcpStep(id: string): id is GcpStepId {
  return Object.hasOwn(gcpSteps, id);
}
export const gcpStepIds = Object.keys(gcpSteps).filter(isGcpStep);

/** The account and project that a step works on. */
export interface GcpContext {
  readonly email: string;
  readonly organizationId: string | undefined;
  readonly projectId: string;
  readonly projects: readonly GcpProject[];
}

/**
 * @param wantedProjectId by default the first visible project @param organizationId the configured organization, if any
 * @returns the context, or undefined if the project is not visible @throws CredentialsRefused if Google denies the calls
 */
export async function findGcpContext(
  google: Google,
  wantedProjectId: string | undefined,
  organizationId: string | undefined,
): Promise<GcpContext | undefined> {
  const projects = await listProjects(google);
  const project = wantedProjectId === undefined ? projects[0] : projects.find(({ id }) => id === wantedProjectId);
  if (!project) return undefined;
  const knownOrganizationId = organizationId ?? project.organizationId ?? (await listOrganizations(google))[0]?.id;
  return { email: google.email, organizationId: knownOrganizationId, projectId: project.id, projects };
}

export interface GcpStep {
  readonly id: GcpStepId;
  readonly name: string;
  readonly success: boolean;
  readonly error?: string;
  readonly requiredForScan: boolean;
  readonly actionUrl?: string;
  readonly actionText?: string;
  readonly adminActions?: { readonly kind: 'command'; readonly label: string; readonly command: string }[];
}

/** @param secrets the secrets to hide in errors @throws UnexpectedAnswer or Unreachable if Google cannot be called */
export async function runGcpStep(google: Google, id: GcpStepId, context: GcpContext, secrets: readonly string[]): Promise<GcpStep> {
  const { name, api, requiredForScan } = gcpSteps[id];
  try {
    if (api !== undefined) await google.write('serviceusage', `/v1/projects/${pathSegment(context.projectId)}/services/${api}:enable`, {});
    else {
      if (context.organizationId === undefined) throw new CredentialsRefused('The organization of the project is not known');
      await google.read('securitycenter', `/v1/organizations/${pathSegment(context.organizationId)}/sources/-/findings?pageSize=1`);
    }
    return { id, name, success: true, requiredForScan };
  } catch (error) {
    if (!(error instanceof CredentialsRefused)) throw error;
    return { id, name, success: false, error: reasonOf(error, secrets).message, requiredForScan, ...createInstructions(id, context) };
  }
}

/** @returns instructions for a person with more permissions */
function createInstructions(
  id: GcpStepId,
  { email, organizationId, projectId }: GcpContext,
): Pick<GcpStep, 'actionUrl' | 'actionText' | 'adminActions'> {
  const { api } = gcpSteps[id];
  if (api !== undefined)
    return {
      actionUrl: `https://console.cloud.google.com/apis/library/${api}?project=${projectId}`,
      actionText: 'Open the API in the Google Cloud console',
      adminActions: [{ kind: 'command', label: 'Enable the API', command: `gcloud services enable ${api} --project=${projectId}` }],
    };
  if (organizationId === undefined) return {};
  return {
    actionUrl: `https://console.cloud.google.com/iam-admin/iam?organizationId=${organizationId}`,
    actionText: 'Open the IAM page of the organization',
    adminActions: [
      {
        kind: 'command',
        label: 'Grant the role',
        command: `gcloud organizations add-iam-policy-binding ${organizationId} --member=serviceAccount:${email} --role=roles/securitycenter.findingsViewer`,
      },
    ],
  };
}
