/** The plug-in model of providers (spec/areas/integrations/integrations). Everything that the API returns about a provider comes from its manifest. */
import type { components } from '#generated/api';
import type { HttpResponse, HttpRequest, Http } from '#platform/ports/http';
import type { CloudEndpoints } from '#platform/ports/index';
import type { Ldap } from '#platform/ports/ldap';
import type { ClearFields } from '#platform/ports/vault';
import type { TaskTemplate } from './task-templates.ts';

type Schemas = components['schemas'];
export type CredentialField = Schemas['IntegrationCredentialField'];
/**
 * The security role of a field. Changing a `destination` requires every `secret` again. A `link` is an address that may itself grant access,
 * so only its host is logged.
 */
export type FieldRole = 'secret' | 'destination' | 'link' | 'other';
export type ManifestField = CredentialField & { readonly role: FieldRole };
export type FieldOption = Schemas['IntegrationFieldOption'];
export type VariableValue = Schemas['IntegrationVariableValue'];
export type Severity = Schemas['CheckSeverity'];
/** Values by id, with defaults for those that are not set. */
export type Variables = Readonly<Record<string, VariableValue>>;

export interface Manifest {
  /** `^[a-z][a-z0-9-]*$`, never reused for another provider. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: Schemas['IntegrationCategory'];
  readonly docsUrl?: string;
  readonly auth: Auth;
  /** Fields beyond those of the auth strategy. The field `baseUrl` is the base address of `Source.ask`. */
  readonly credentialFields?: readonly ManifestField[];
  /** The destination of the secrets when no field states it. */
  readonly defaultAddress?: (credentials: ClearFields) => string;
  readonly setupInstructions?: string;
  /** The text of a script that users can run themselves. */
  readonly setupScript?: string;
  readonly services?: readonly Service[];
  readonly variables?: readonly Variable[];
  readonly checks?: readonly Check[];
  /** Lists the people in the system, unvalidated. Absent when the provider cannot import people. */
  readonly employees?: (source: Source) => Promise<readonly unknown[]>;
  /** Lists the devices in the system, unvalidated. Absent when the provider cannot import devices. */
  readonly devices?: (source: Source) => Promise<readonly unknown[]>;
  /** Whether the list is authoritative for employment, so that people who are missing from it may be deactivated. */
  readonly isDirectorySource?: (variables: Variables) => boolean;
  /** Present for a cloud, whose accounts are scanned (spec/areas/integrations/cloud-security). */
  readonly cloud?: Cloud;
  readonly supportsMultipleConnections?: boolean;
  /** No longer offered, except to organizations that already use it. */
  readonly retired?: true;
  /** Tests the credentials. @returns a message @throws the same errors as any use of a source */
  readonly test: (source: Source) => Promise<string>;
  /** The parts of the credentials that are not secret, which tell accounts apart. */
  readonly display?: (credentials: ClearFields) => Readonly<Record<string, string | string[]>>;
  /** Checks that complete credentials are consistent. @returns validation errors by field */
  readonly findErrors?: (credentials: ClearFields, organizationId: string) => CredentialFaults | Promise<CredentialFaults>;
}

type CredentialFaults = Readonly<Record<string, string>>;

/** How the accounts of a cloud are scanned. */
export interface Cloud {
  /** Services that every scan covers, regardless of settings. */
  readonly alwaysScanned: readonly string[];
  /** Detects services in an account, including those that only an uploaded inventory can cover. */
  readonly detect?: (source: Source) => Promise<readonly string[]>;
  /** Reads an account with its credentials; without it, scans need an uploaded inventory. */
  readonly collect?: (source: Source, services: readonly string[]) => Promise<CollectedAccount>;
}

/** One resource of an account, as described by the provider. */
export interface CloudResource {
  readonly serviceId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly region?: string;
  readonly name?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The result of reading an account. */
export interface CollectedAccount {
  readonly accountId: string;
  readonly resources: readonly CloudResource[];
  /** Services that were read, including those without resources. */
  readonly services: readonly string[];
  /** Services that could not be read, with the reason. */
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

/** `authorization_code` requires a sign-in in a browser, which the application handles. */
export interface OAuth2 {
  readonly type: 'oauth2';
  readonly grant: 'client_credentials' | 'authorization_code';
  /** If absent, the form asks for it. */
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
  /**
   * A `path` is relative to the address of the connection, and a `link` is an address that may itself grant access, so only its host is shown.
   * A variable can never change where secrets are sent.
   */
  readonly role: 'path' | 'link' | 'other';
  readonly required?: true;
  readonly default?: VariableValue;
  readonly helpText?: string;
  readonly placeholder?: string;
  readonly options?: readonly FieldOption[];
  /** Fetches the available options from the provider. */
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
  /** The check is evidence only for tasks that somebody attaches it to. */
  readonly defaultDetached?: true;
  readonly run: (context: CheckContext) => Promise<void>;
}

/** One connection, as used by its provider's code. */
export interface Source {
  readonly credentials: ClearFields;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  readonly organizationId: string;
  /** The values that are hidden in the provider's answers: the secrets of the connection, and those fetched with them. */
  readonly secrets: readonly string[];
  /** Adds secrets, for example an access token. */
  keepSecret(...values: readonly string[]): void;
  /** Endpoint overrides for the clouds, from the settings of the installation. */
  readonly endpoints: CloudEndpoints;
  /** Calls without credentials, for addresses other than that of the connection. */
  readonly http: Http;
  readonly ldap: Ldap;
  /** The base address of `ask`, without a trailing slash. */
  readonly baseUrl: string;
  /** @param path below the address of the connection, with its query @returns the answer without secrets, regardless of its status */
  ask(path: string, asked?: HttpRequest): Promise<HttpResponse>;
  /** Calls `ask` and parses JSON. @throws CredentialsRefused for 401 and 403, UnexpectedAnswer for any other failure and for invalid JSON */
  read(path: string, asked?: HttpRequest): Promise<unknown>;
}

export interface CheckContext extends Source {
  note(level: 'info' | 'warn' | 'error', message: string, data?: object): void;
  pass(result: PassedResult): void;
  fail(result: FailedResult): void;
}

interface Result {
  readonly title: string;
  readonly description: string;
  readonly resourceType: string;
  readonly resourceId: string;
}
export interface PassedResult extends Result {
  readonly evidence: unknown;
}
export interface FailedResult extends Result {
  /** Defaults to the severity of the check. */
  readonly severity?: Severity;
  readonly remediation: string;
  readonly evidence?: unknown;
}

/** A string value of a connection; empty when it is not set. */
export function textValue(values: ClearFields | Variables, id: string): string {
  const value = Object.hasOwn(values, id) ? values[id] : undefined;
  return typeof value === 'string' ? value : '';
}
