/** Well-known paths of files that are often public by mistake, and patterns that distinguish them from a page served for every path. */
import type { ProbeResponse } from '#platform/ports/http';
import { type Weakness, createWeakness } from './issues.ts';

interface WellKnown {
  readonly path: string;
  readonly group: 'secrets_info_disclosure' | 'discovery';
  readonly severity: Weakness['severity'];
  readonly description: string;
  /** Matches the content of the file, but no other page. */
  readonly contentPattern: RegExp;
}

const createSecretFile = (path: string, severity: Weakness['severity'], description: string, contentPattern: RegExp): WellKnown => ({
  path,
  group: 'secrets_info_disclosure',
  severity,
  description,
  contentPattern,
});
const createDescriptionFile = (path: string, description: string, contentPattern: RegExp): WellKnown => ({
  path,
  group: 'discovery',
  severity: 'info',
  description,
  contentPattern,
});

const assignmentPattern = /^(?:export )?[A-Z][A-Z0-9_]{2,60}=/m;
const archivePattern = /^PK\u0003\u0004/;
const dumpPattern = /^(?:--|\/\*|CREATE TABLE|INSERT INTO|DROP TABLE)/m;

/** In the order in which they are requested. */
export const wellKnownPaths: readonly WellKnown[] = [
  createSecretFile('/.env', 'critical', 'Settings of the application', assignmentPattern),
  createSecretFile('/.git/HEAD', 'high', 'Source repository', /^ref: refs\//),
  createDescriptionFile('/openapi.json', 'Description of the interface', /"openapi"\s*:/),
  createSecretFile('/backup.sql', 'critical', 'Dump of a database', dumpPattern),
  createSecretFile('/.git/config', 'high', 'Settings of the source repository', /^\[core\]/m),
  createDescriptionFile('/swagger.json', 'Description of the interface', /"swagger"\s*:/),
  createSecretFile('/phpinfo.php', 'medium', 'Configuration of PHP', /phpinfo\(\)|PHP Version/),
  createSecretFile('/server-status', 'medium', 'Status of the web server', /Apache Server Status/),
  createSecretFile('/.aws/credentials', 'critical', 'Credentials of a cloud account', /aws_access_key_id/i),
  createSecretFile('/.htpasswd', 'high', 'Hashes of passwords', /^[^\s:]{1,60}:(?:\$|\{SHA\})/m),
  createSecretFile('/actuator/env', 'high', 'Environment of the application', /"propertySources"/),
  createSecretFile('/wp-config.php.bak', 'critical', 'Settings of the application', /DB_PASSWORD/),
  createSecretFile('/.DS_Store', 'low', 'List of files', /^\u0000\u0000\u0000\u0001Bud1/),
  createSecretFile('/id_rsa', 'critical', 'Private key', /PRIVATE KEY-----/),
  createSecretFile('/.npmrc', 'high', 'Settings of a package manager', /_authToken|^registry=/m),
  createDescriptionFile('/api-docs', 'Description of the interface', /"(?:openapi|swagger)"\s*:/),
  createSecretFile('/debug/vars', 'medium', 'Variables of the process', /"memstats"/),
  createSecretFile('/backup.zip', 'high', 'Backup', archivePattern),
  createSecretFile('/.env.production', 'critical', 'Settings of the application', assignmentPattern),
  createSecretFile('/.env.local', 'critical', 'Settings of the application', assignmentPattern),
  createSecretFile('/.svn/entries', 'high', 'Source repository', /^\d{1,3}\r?\n/),
  createSecretFile('/.hg/requires', 'high', 'Source repository', /^(?:revlogv1|dotencode|store)\r?\n/m),
  createSecretFile('/docker-compose.yml', 'medium', 'Plan of the installation', /^services:/m),
  createSecretFile('/config.json', 'medium', 'Settings', /"(?:password|secret|token|apiKey)"\s*:/i),
  createSecretFile('/dump.sql', 'critical', 'Dump of a database', dumpPattern),
  createSecretFile('/database.sql', 'critical', 'Dump of a database', dumpPattern),
  createSecretFile('/site.zip', 'high', 'Backup', archivePattern),
  createSecretFile('/www.zip', 'high', 'Backup', archivePattern),
  createSecretFile('/.kube/config', 'critical', 'Credentials of a cluster', /^clusters:/m),
  createSecretFile('/actuator/heapdump', 'critical', 'Memory of the application', /^JAVA PROFILE/),
  createSecretFile('/server-info', 'medium', 'Configuration of the web server', /Apache Server Information/),
  createSecretFile('/elmah.axd', 'medium', 'Log of errors', /Error Log for/),
  createSecretFile('/.bash_history', 'high', 'Commands of a person', /^(?:cd|ls|sudo|ssh|git) /m),
  createSecretFile('/error.log', 'medium', 'Log', /\[(?:error|warn|notice)\]|Exception|Traceback/i),
  createDescriptionFile('/graphql/schema', 'Description of the interface', /^(?:schema|type) /m),
  createDescriptionFile('/v2/api-docs', 'Description of the interface', /"swagger"\s*:/),
  createDescriptionFile('/v3/api-docs', 'Description of the interface', /"openapi"\s*:/),
  createDescriptionFile('/metrics', 'Figures of the operation', /^# (?:HELP|TYPE) /m),
  createDescriptionFile('/trace.axd', 'Traces of requests', /Application Trace/),
  createDescriptionFile('/sitemap.xml', 'List of pages', /<urlset|<sitemapindex/),
];

/**
 * @param response the response for this path
 * @returns an issue if the file is public; undefined if the content is something else
 */
export function checkPath(
  { path, group, severity, description, contentPattern }: WellKnown,
  { status, start }: ProbeResponse,
): Weakness | undefined {
  if (status !== 200 || !contentPattern.test(start)) return undefined;
  return createWeakness(
    [
      `PTH-${path
        .replace(/[^a-z0-9]+/gi, '-')
        .replace(/^-|-$/g, '')
        .toUpperCase()}`,
      severity,
      group === 'discovery' ? 'CWE-200' : 'CWE-538',
    ],
    group === 'discovery'
      ? [
          `${description} is public: ${path}`,
          'The address answers without a sign-in.',
          'It shows how the application is made.',
          'Decide whether it should be public.',
          'Open the address without signing in.',
        ]
      : [
          `${description} can be read at ${path}`,
          'The file is served to everybody.',
          'It may contain secrets, or help to find weaknesses.',
          'Remove the file from the public folder, and replace every secret that was in it.',
          'Open the address and see it answered with 404.',
        ],
    `GET ${path}\n${status}\n${start}`,
  );
}
