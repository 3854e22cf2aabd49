/** Well-known paths: files that are often left publicly readable, and how to distinguish them from a page that answers every path. */
import type { ProbeResponse } from '#platform/ports/http';
import { type Weakness, weakness } from './issues.ts';

interface WellKnown {
  readonly path: string;
  readonly group: 'secrets_info_disclosure' | 'discovery';
  readonly severity: Weakness['severity'];
  readonly what: string;
  /** Matches the content of such a file, but no other page. */
  readonly sign: RegExp;
}

const secret = (path: string, severity: Weakness['severity'], what: string, sign: RegExp): WellKnown => ({
  path,
  group: 'secrets_info_disclosure',
  severity,
  what,
  sign,
});
const described = (path: string, what: string, sign: RegExp): WellKnown => ({
  path,
  group: 'discovery',
  severity: 'info',
  what,
  sign,
});

const assignment = /^(?:export )?[A-Z][A-Z0-9_]{2,60}=/m;
const archive = /^PK\u0003\u0004/;
const dump = /^(?:--|\/\*|CREATE TABLE|INSERT INTO|DROP TABLE)/m;

/** In the order of the requests. */
export const wellKnownPaths: readonly WellKnown[] = [
  secret('/.env', 'critical', 'Settings of the application', assignment),
  secret('/.git/HEAD', 'high', 'Source repository', /^ref: refs\//),
  described('/openapi.json', 'Description of the interface', /"openapi"\s*:/),
  secret('/backup.sql', 'critical', 'Dump of a database', dump),
  secret('/.git/config', 'high', 'Settings of the source repository', /^\[core\]/m),
  described('/swagger.json', 'Description of the interface', /"swagger"\s*:/),
  secret('/phpinfo.php', 'medium', 'Configuration of PHP', /phpinfo\(\)|PHP Version/),
  secret('/server-status', 'medium', 'Status of the web server', /Apache Server Status/),
  secret('/.aws/credentials', 'critical', 'Credentials of a cloud account', /aws_access_key_id/i),
  secret('/.htpasswd', 'high', 'Hashes of passwords', /^[^\s:]{1,60}:(?:\$|\{SHA\})/m),
  secret('/actuator/env', 'high', 'Environment of the application', /"propertySources"/),
  secret('/wp-config.php.bak', 'critical', 'Settings of the application', /DB_PASSWORD/),
  secret('/.DS_Store', 'low', 'List of files', /^\u0000\u0000\u0000\u0001Bud1/),
  secret('/id_rsa', 'critical', 'Private key', /PRIVATE KEY-----/),
  secret('/.npmrc', 'high', 'Settings of a package manager', /_authToken|^registry=/m),
  described('/api-docs', 'Description of the interface', /"(?:openapi|swagger)"\s*:/),
  secret('/debug/vars', 'medium', 'Variables of the process', /"memstats"/),
  secret('/backup.zip', 'high', 'Backup', archive),
  secret('/.env.production', 'critical', 'Settings of the application', assignment),
  secret('/.env.local', 'critical', 'Settings of the application', assignment),
  secret('/.svn/entries', 'high', 'Source repository', /^\d{1,3}\r?\n/),
  secret('/.hg/requires', 'high', 'Source repository', /^(?:revlogv1|dotencode|store)\r?\n/m),
  secret('/docker-compose.yml', 'medium', 'Plan of the installation', /^services:/m),
  secret('/config.json', 'medium', 'Settings', /"(?:password|secret|token|apiKey)"\s*:/i),
  secret('/dump.sql', 'critical', 'Dump of a database', dump),
  secret('/database.sql', 'critical', 'Dump of a database', dump),
  secret('/site.zip', 'high', 'Backup', archive),
  secret('/www.zip', 'high', 'Backup', archive),
  secret('/.kube/config', 'critical', 'Credentials of a cluster', /^clusters:/m),
  secret('/actuator/heapdump', 'critical', 'Memory of the application', /^JAVA PROFILE/),
  secret('/server-info', 'medium', 'Configuration of the web server', /Apache Server Information/),
  secret('/elmah.axd', 'medium', 'Log of errors', /Error Log for/),
  secret('/.bash_history', 'high', 'Commands of a person', /^(?:cd|ls|sudo|ssh|git) /m),
  secret('/error.log', 'medium', 'Log', /\[(?:error|warn|notice)\]|Exception|Traceback/i),
  described('/graphql/schema', 'Description of the interface', /^(?:schema|type) /m),
  described('/v2/api-docs', 'Description of the interface', /"swagger"\s*:/),
  described('/v3/api-docs', 'Description of the interface', /"openapi"\s*:/),
  described('/metrics', 'Figures of the operation', /^# (?:HELP|TYPE) /m),
  described('/trace.axd', 'Traces of requests', /Application Trace/),
  described('/sitemap.xml', 'List of pages', /<urlset|<sitemapindex/),
];

/**
 * @param answered at the path
 * @returns the issue; undefined if the content is something else
 */
export function checkPath({ path, group, severity, what, sign }: WellKnown, { status, start }: ProbeResponse): Weakness | undefined {
  if (status !== 200 || !sign.test(start)) return undefined;
  return weakness(
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
          `${what} is public: ${path}`,
          'The address answers without a sign-in.',
          'It shows how the application is made.',
          'Decide whether it should be public.',
          'Open the address without signing in.',
        ]
      : [
          `${what} can be read at ${path}`,
          'The file is served to everybody.',
          'It may contain secrets, or help to find weaknesses.',
          'Remove the file from the public folder, and replace every secret that was in it.',
          'Open the address and see it answered with 404.',
        ],
    `GET ${path}\n${status}\n${start}`,
  );
}
