/** What a provider is, in code: the plug-in model of spec/areas/integrations. Whatever is shown of a provider is read off its manifest. */
import type { components } from '../../../generated/api.d.ts';
import type { Answered, Asked, Http } from '../../platform/ports/http.ts';
import type { CloudEndpoints } from '../../platform/ports/index.ts';
import type { Ldap } from '../../platform/ports/ldap.ts';
import type { Clear } from '../../platform/ports/vault.ts';
import type { TaskTemplate } from './task-templates.ts';

type Schemas = components['schemas'];
export type CredentialField = Schemas['IntegrationCredentialField'];
export type FieldOption = Schemas['IntegrationFieldOption'];
export type VariableValue = Schemas['IntegrationVariableValue'];
export type Severity = Schemas['CheckSeverity'];
/** Values by id, with the default of whatever is not set. */
export type Variables = Readonly<Record<string, VariableValue>>;

export interface Manifest {
  /** `^[a-z][a-z0-9-]*$`, never given to another provider. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: Schemas['IntegrationCategory'];
  readonly docsUrl?: string;
  readonly auth: Auth;
  /** Beyond what the strategy implies. One that is called `baseUrl` is where `Source.ask` asks. */
  readonly credentialFields?: readonly CredentialField[];
  readonly setupInstructions?: string;
  /** What somebody may run beside the service, as text. */
  readonly setupScript?: string;
  readonly services?: readonly Service[];
  readonly variables?: readonly Variable[];
  readonly checks?: readonly Check[];
  /** The people it knows, each to be proven; without it there are none to be brought in. */
  readonly employees?: (source: Source) => Promise<readonly unknown[]>;
  /** The devices it knows, each to be proven; without it there are none to be brought in. */
  readonly devices?: (source: Source) => Promise<readonly unknown[]>;
  /** Whether the list states who is employed, so that people who are missing from it may be deactivated. */
  readonly isDirectorySource?: (variables: Variables) => boolean;
  /** What makes it a cloud, whose accounts are scanned (spec/areas/cloud-security). */
  readonly cloud?: Cloud;
  readonly supportsMultipleConnections?: boolean;
  /** No longer offered, but for those who have it. */
  readonly retired?: true;
  /** Tries the credentials. @throws as any use of a source does */
  readonly test: (source: Source) => Promise<string>;
  /** What may be shown of the credentials, so that one account can be told from another. */
  readonly display?: (credentials: Clear) => Readonly<Record<string, string | string[]>>;
  /** Whether credentials that are complete by themselves fit together. @returns what is wrong, by field */
  readonly faults?: (credentials: Clear, organizationId: string) => CredentialFaults | Promise<CredentialFaults>;
}

type CredentialFaults = Readonly<Record<string, string>>;

/** How the accounts of a cloud are scanned. */
export interface Cloud {
  /** Services that each scan covers, whatever is switched on. */
  readonly always: readonly string[];
  /** Services that may be found in an account, although nothing collects them: an inventory has them. */
  readonly detect?: (source: Source) => Promise<readonly string[]>;
  /** Reads an account with its credentials; without it scans need an inventory that somebody has sent. */
  readonly collect?: (source: Source, services: readonly string[]) => Promise<Collected>;
}

/** One resource of an account, as the provider describes it. */
export interface CloudResource {
  readonly serviceId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly region?: string;
  readonly name?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What was read of an account. */
export interface Collected {
  readonly accountId: string;
  readonly resources: readonly CloudResource[];
  /** Services that were read, also those that have no resources. */
  readonly services: readonly string[];
  /** Services that could not be read, with the reason in words. */
  readonly failed: ReadonlyMap<string, Error>;
}

export type Auth =
  | {
      readonly type: 'api_key';
      readonly in: 'header' | 'query';
      readonly name: string;
      readonly prefix?: string;
      readonly optional?: true;
      readonly helpText?: string;
    }
  | { readonly type: 'basic'; readonly usernameField?: string; readonly passwordField?: string }
  | OAuth2
  | { readonly type: 'custom' };

/** With `authorization_code` somebody has to sign in at a browser, which is the application's business. */
export interface OAuth2 {
  readonly type: 'oauth2';
  readonly grant: 'client_credentials' | 'authorization_code';
  /** Without it the form asks for it. */
  readonly tokenUrl?: string;
  readonly scopes?: readonly string[];
  readonly clientAuthMethod?: 'body' | 'header';
}

export interface Service {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabledByDefault?: boolean;
  readonly implemented?: boolean;
}

export interface Variable {
  readonly id: string;
  readonly label: string;
  readonly type: Schemas['IntegrationVariableCore']['type'];
  readonly required?: true;
  readonly default?: VariableValue;
  readonly helpText?: string;
  readonly placeholder?: string;
  readonly options?: readonly FieldOption[];
  /** Asks the provider what there is to choose from. */
  readonly fetchOptions?: (source: Source) => Promise<readonly FieldOption[]>;
}

export interface Check {
  /** `^[a-z0-9_-]+$`, unique in the provider. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly service?: string;
  readonly task?: TaskTemplate;
  readonly severity?: Severity;
  readonly variables?: readonly Variable[];
  /** Gives evidence only for tasks that somebody attaches it to. */
  readonly defaultDetached?: true;
  readonly run: (context: CheckContext) => Promise<void>;
}

/** One connection, as the code of its provider uses it. */
export interface Source {
  readonly credentials: Clear;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  readonly organizationId: string;
  /** Addresses that stand for all services of a cloud, where the installation has set them. */
  readonly endpoints: CloudEndpoints;
  /** Without the credentials, for addresses besides the one of the connection. */
  readonly http: Http;
  readonly ldap: Ldap;
  /** Where `ask` asks, without a slash at its end. */
  readonly baseUrl: string;
  /** @param path below the address of the connection, with its query @returns the answer, of whatever status */
  ask(path: string, asked?: Asked): Promise<Answered>;
  /** The same, of JSON. @throws CredentialsRefused for 401 and 403, UnexpectedAnswer for whatever else is no success, and no JSON */
  read(path: string, asked?: Asked): Promise<unknown>;
}

export interface CheckContext extends Source {
  note(level: 'info' | 'warn' | 'error', message: string, data?: object): void;
  pass(result: Passed): void;
  fail(result: Failed): void;
}

interface Result {
  readonly title: string;
  readonly description: string;
  readonly resourceType: string;
  readonly resourceId: string;
}
export interface Passed extends Result {
  readonly evidence: unknown;
}
export interface Failed extends Result {
  /** The default is that of the check. */
  readonly severity?: Severity;
  readonly remediation: string;
  readonly evidence?: unknown;
}

/** A text of a connection; empty when it is not set. */
export function textIn(values: Clear | Variables, id: string): string {
  const value = Object.hasOwn(values, id) ? values[id] : undefined;
  return typeof value === 'string' ? value : '';
}
