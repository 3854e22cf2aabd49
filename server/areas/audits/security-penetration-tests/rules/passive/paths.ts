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

const toSecretPath = (path: string, severity: Weakness['severity'], description: string, contentPattern: RegExp): WellKnown => ({
  path,
  group: 'secrets_info_disclosure',
  severity,
  description,
  contentPattern,
});
const toDiscoveryPath = (path: string, description: string, contentPattern: RegExp): WellKnown => ({
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
  toSecretPath('/.env', 'critical', 'Settings of the application', assignmentPattern),
  toSecretPath('/.git/HEAD', 'high', 'Source repository', /^ref: refs\//),
  toDiscoveryPath('/openapi.json', 'Description of the interface', /"openapi"\s*:/),
  toSecretPath('/backup.sql', 'critical', 'Dump of a database', dumpPattern),
  toSecretPath('/.git/config', 'high', 'Settings of the source repository', /^\[core\]/m),
  toDiscoveryPath('/swagger.json', 'Description of the interface', /"swagger"\s*:/),
  toSecretPath('/phpinfo.php', 'medium', 'Configuration of PHP', /phpinfo\(\)|PHP Version/),
  toSecretPath('/server-status', 'medium', 'Status of the web server', /Apache Server Status/),
  toSecretPath('/.aws/credentials', 'critical', 'Credentials of a cloud account', /aws_access_key_id/i),
  toSecretPath('/.htpasswd', 'high', 'Hashes of passwords', /^[^\s:]{1,60}:(?:\$|\{SHA\})/m),
  toSecretPath('/actuator/env', 'high', 'Environment of the application', /"propertySources"/),
  toSecretPath('/wp-config.php.bak', 'critical', 'Settings of the application', /DB_PASSWORD/),
  toSecretPath('/.DS_Store', 'low', 'List of files', /^\u0000\u0000\u0000\u0001Bud1/),
  toSecretPath('/id_rsa', 'critical', 'Private key', /PRIVATE KEY-----/),
  toSecretPath('/.npmrc', 'high', 'Settings of a package manager', /_authToken|^registry=/m),
  toDiscoveryPath('/api-docs', 'Description of the interface', /"(?:openapi|swagger)"\s*:/),
  toSecretPath('/debug/vars', 'medium', 'Variables of the process', /"memstats"/),
  toSecretPath('/backup.zip', 'high', 'Backup', archivePattern),
  toSecretPath('/.env.production', 'critical', 'Settings of the application', assignmentPattern),
  toSecretPath('/.env.local', 'critical', 'Settings of the application', assignmentPattern),
  toSecretPath('/.svn/entries', 'high', 'Source repository', /^\d{1,3}\r?\n/),
  toSecretPath('/.hg/requires', 'high', 'Source repository', /^(?:revlogv1|dotencode|store)\r?\n/m),
  toSecretPath('/docker-compose.yml', 'medium', 'Plan of the installation', /^services:/m),
  toSecretPath('/config.json', 'medium', 'Settings', /"(?:password|secret|token|apiKey)"\s*:/i),
  toSecretPath('/dump.sql', 'critical', 'Dump of a database', dumpPattern),
  toSecretPath('/database.sql', 'critical', 'Dump of a database', dumpPattern),
  toSecretPath('/site.zip', 'high', 'Backup', archivePattern),
  toSecretPath('/www.zip', 'high', 'Backup', archivePattern),
  toSecretPath('/.kube/config', 'critical', 'Credentials of a cluster', /^clusters:/m),
  toSecretPath('/actuator/heapdump', 'critical', 'Memory of the application', /^JAVA PROFILE/),
  toSecretPath('/server-info', 'medium', 'Configuration of the web server', /Apache Server Information/),
  toSecretPath('/elmah.axd', 'medium', 'Log of errors', /Error Log for/),
  toSecretPath('/.bash_history', 'high', 'Commands of a person', /^(?:cd|ls|sudo|ssh|git) /m),
  toSecretPath('/error.log', 'medium', 'Log', /\[(?:error|warn|notice)\]|Exception|Traceback/i),
  toDiscoveryPath('/graphql/schema', 'Description of the interface', /^(?:schema|type) /m),
  toDiscoveryPath('/v2/api-docs', 'Description of the interface', /"swagger"\s*:/),
  toDiscoveryPath('/v3/api-docs', 'Description of the interface', /"openapi"\s*:/),
  toDiscoveryPath('/metrics', 'Figures of the operation', /^# (?:HELP|TYPE) /m),
  toDiscoveryPath('/trace.axd', 'Traces of requests', /Application Trace/),
  toDiscoveryPath('/sitemap.xml', 'List of pages', /<urlset|<sitemapindex/),
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
