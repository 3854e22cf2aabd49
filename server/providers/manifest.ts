/** Defines providers as plug-ins (spec/areas/integrations/integrations). The API describes providers only by their manifests. */
import type { FieldErrors } from '#platform/refusals/field-errors';
import type { components } from '#generated/api';
import type { HttpResponse, HttpRequest, Http } from '#platform/ports/http';
import type { CloudEndpoints } from '#platform/ports/index';
import type { Ldap } from '#platform/ports/ldap';
import type { ClearFields } from '#platform/ports/vault';
import type { TaskTemplate } from './task-templates.ts';

type Schemas = components['schemas'];
export type CredentialField = Schemas['IntegrationCredentialField'];
/**
 * The role of a field for security. If a `destination` changes, every `secret` must be entered again. A `link` is a URL that may
 * itself grant access, so only its host is logged.
 */
export type FieldRole = 'secret' | 'destination' | 'link' | 'other';
export type ManifestField = CredentialField & { readonly role: FieldRole };
export type FieldOption = Schemas['IntegrationFieldOption'];
export type VariableValue = Schemas['IntegrationVariableValue'];
export type Severity = Schemas['CheckSeverity'];
/** Values by variable id, with defaults for variables that are not set. */
export type Variables = Readonly<Record<string, VariableValue>>;

export interface Manifest {
  /** Matches `^[a-z][a-z0-9-]*$`, and is never reused for another provider. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: Schemas['IntegrationCategory'];
  readonly docsUrl?: string;
  readonly auth: Auth;
  /** Fields in addition to those of the auth strategy. The field `baseUrl` is the base URL of `Source.request`. */
  readonly credentialFields?: readonly ManifestField[];
  /** The URL to which secrets are sent if no field contains it. */
  readonly defaultAddress?: (credentials: ClearFields) => string;
  readonly setupInstructions?: string;
  /** A script that users can run themselves. */
  readonly setupScript?: string;
  readonly services?: readonly Service[];
  readonly variables?: readonly Variable[];
  readonly checks?: readonly Check[];
  /** Lists the people in the system, not validated yet. Undefined if the provider cannot import people. */
  readonly employees?: (source: Source) => Promise<readonly unknown[]>;
  /** Lists the devices in the system, not validated yet. Undefined if the provider cannot import devices. */
  readonly devices?: (source: Source) => Promise<readonly unknown[]>;
  /** Whether the list shows who is employed, so that members who are missing from it may be deactivated. */
  readonly isDirectorySource?: (variables: Variables) => boolean;
  /** Defined only for clouds, whose accounts are scanned (spec/areas/integrations/cloud-security). */
  readonly cloud?: Cloud;
  readonly supportsMultipleConnections?: boolean;
  /** The provider is no longer offered, but organizations that already use it keep it. */
  readonly retired?: true;
  /** Tests the credentials. @returns a message for users @throws the same errors as other uses of a source */
  readonly test: (source: Source) => Promise<string>;
  /** @returns the parts of the credentials that are not secret, which help users to tell accounts apart */
  readonly display?: (credentials: ClearFields) => Readonly<Record<string, string | string[]>>;
  /** Validates complete credentials. @returns validation errors by field */
  readonly findErrors?: (credentials: ClearFields, organizationId: string) => FieldErrors | Promise<FieldErrors>;
}

/** How the accounts of a cloud are scanned. */
export interface Cloud {
  /** Services that every scan covers, regardless of settings. */
  readonly alwaysScanned: readonly string[];
  /** Detects services in an account, including services that only an uploaded inventory can cover. */
  readonly detect?: (source: Source) => Promise<readonly string[]>;
  /** Reads an account with its credentials. If undefined, scans need an uploaded inventory. */
  readonly collect?: (source: Source, services: readonly string[]) => Promise<CollectedAccount>;
}

/** A resource of an account, as the provider describes it. */
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
  /** The services that were read, including services without resources. */
  readonly services: readonly string[];
  /** The services that could not be read, with the reasons. */
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

/** The OAuth 2 strategy. `authorization_code` requires a sign-in in a browser, which the application handles. */
export interface OAuth2 {
  readonly type: 'oauth2';
  readonly grant: 'client_credentials' | 'authorization_code';
  /** The token endpoint. If undefined, the form contains a field for it. */
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
   * A `path` is relative to the base URL of the connection. A `link` is a URL that may itself grant access, so only its host is shown.
   * No variable can change where secrets are sent.
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
  /** Matches `^[a-z0-9_-]+$`, and is unique within the provider. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly service?: string;
  readonly task?: TaskTemplate;
  readonly severity?: Severity;
  readonly variables?: readonly Variable[];
  /** The check gives evidence only for tasks to which somebody attaches it. */
  readonly defaultDetached?: true;
  readonly run: (context: CheckContext) => Promise<void>;
}

/** A connection, as the code of its provider uses it. */
export interface Source {
  readonly credentials: ClearFields;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  readonly organizationId: string;
  /** The values to hide in the provider's responses: the secrets of the connection, and tokens that were fetched with them. */
  readonly secrets: readonly string[];
  /** Adds values to hide, for example an access token. */
  keepSecret(...values: readonly string[]): void;
  /** Endpoints that the settings of the installation define in place of the clouds' own endpoints. */
  readonly endpoints: CloudEndpoints;
  /** An HTTP client without credentials, for URLs outside the base URL of the connection. */
  readonly http: Http;
  readonly ldap: Ldap;
  /** The base URL of `request`, without a slash at the end. */
  readonly baseUrl: string;
  /** @param path path and query below the base URL of the connection @returns the response without secrets, whatever its status */
  request(path: string, options?: HttpRequest): Promise<HttpResponse>;
  /** Calls `request` and parses JSON. @throws CredentialsRefused for 401 and 403, UnexpectedAnswer for any other failure or invalid JSON */
  read(path: string, options?: HttpRequest): Promise<unknown>;
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

/** @returns a string value of a connection, or an empty string if it is not set */
export function textValue(values: ClearFields | Variables, id: string): string {
  const value = Object.hasOwn(values, id) ? values[id] : undefined;
  return typeof value === 'string' ? value : '';
}
