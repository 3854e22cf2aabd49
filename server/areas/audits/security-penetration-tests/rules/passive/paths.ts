/** Well-known paths of files that are often public by mistake, and patterns that distinguish them from a page served for every path. */
import type { ProbeResponse } from '#platform/ports/http';
import { type Weakness, weakness } from './issues.ts';

interface WellKnown {
  readonly path: string;
  readonly group: 'secrets_info_disclosure' | 'discovery';
  readonly severity: Weakness['severity'];
  readonly description: string;
  /** Matches the content of the file, but no other page. */
  readonly contentPattern: RegExp;
}

const secretFile = (path: string, severity: Weakness['severity'], what: string, sign: RegExp): WellKnown => ({
  path,
  group: 'secrets_info_disclosure',
  severity,
  description: what,
  contentPattern: sign,
});
const descriptionFile = (path: string, what: string, sign: RegExp): WellKnown => ({
  path,
  group: 'discovery',
  severity: 'info',
  description: what,
  contentPattern: sign,
});

const assignment = /^(?:export )?[A-Z][A-Z0-9_]{2,60}=/m;
const archive = /^PK\u0003\u0004/;
const dump = /^(?:--|\/\*|CREATE TABLE|INSERT INTO|DROP TABLE)/m;

/** In the order in which they are requested. */
export const wellKnownPaths: readonly WellKnown[] = [
  secretFile('/.env', 'critical', 'Settings of the application', assignment),
  secretFile('/.git/HEAD', 'high', 'Source repository', /^ref: refs\//),
  descriptionFile('/openapi.json', 'Description of the interface', /"openapi"\s*:/),
  secretFile('/backup.sql', 'critical', 'Dump of a database', dump),
  secretFile('/.git/config', 'high', 'Settings of the source repository', /^\[core\]/m),
  descriptionFile('/swagger.json', 'Description of the interface', /"swagger"\s*:/),
  secretFile('/phpinfo.php', 'medium', 'Configuration of PHP', /phpinfo\(\)|PHP Version/),
  secretFile('/server-status', 'medium', 'Status of the web server', /Apache Server Status/),
  secretFile('/.aws/credentials', 'critical', 'Credentials of a cloud account', /aws_access_key_id/i),
  secretFile('/.htpasswd', 'high', 'Hashes of passwords', /^[^\s:]{1,60}:(?:\$|\{SHA\})/m),
  secretFile('/actuator/env', 'high', 'Environment of the application', /"propertySources"/),
  secretFile('/wp-config.php.bak', 'critical', 'Settings of the application', /DB_PASSWORD/),
  secretFile('/.DS_Store', 'low', 'List of files', /^\u0000\u0000\u0000\u0001Bud1/),
  secretFile('/id_rsa', 'critical', 'Private key', /PRIVATE KEY-----/),
  secretFile('/.npmrc', 'high', 'Settings of a package manager', /_authToken|^registry=/m),
  descriptionFile('/api-docs', 'Description of the interface', /"(?:openapi|swagger)"\s*:/),
  secretFile('/debug/vars', 'medium', 'Variables of the process', /"memstats"/),
  secretFile('/backup.zip', 'high', 'Backup', archive),
  secretFile('/.env.production', 'critical', 'Settings of the application', assignment),
  secretFile('/.env.local', 'critical', 'Settings of the application', assignment),
  secretFile('/.svn/entries', 'high', 'Source repository', /^\d{1,3}\r?\n/),
  secretFile('/.hg/requires', 'high', 'Source repository', /^(?:revlogv1|dotencode|store)\r?\n/m),
  secretFile('/docker-compose.yml', 'medium', 'Plan of the installation', /^services:/m),
  secretFile('/config.json', 'medium', 'Settings', /"(?:password|secret|token|apiKey)"\s*:/i),
  secretFile('/dump.sql', 'critical', 'Dump of a database', dump),
  secretFile('/database.sql', 'critical', 'Dump of a database', dump),
  secretFile('/site.zip', 'high', 'Backup', archive),
  secretFile('/www.zip', 'high', 'Backup', archive),
  secretFile('/.kube/config', 'critical', 'Credentials of a cluster', /^clusters:/m),
  secretFile('/actuator/heapdump', 'critical', 'Memory of the application', /^JAVA PROFILE/),
  secretFile('/server-info', 'medium', 'Configuration of the web server', /Apache Server Information/),
  secretFile('/elmah.axd', 'medium', 'Log of errors', /Error Log for/),
  secretFile('/.bash_history', 'high', 'Commands of a person', /^(?:cd|ls|sudo|ssh|git) /m),
  secretFile('/error.log', 'medium', 'Log', /\[(?:error|warn|notice)\]|Exception|Traceback/i),
  descriptionFile('/graphql/schema', 'Description of the interface', /^(?:schema|type) /m),
  descriptionFile('/v2/api-docs', 'Description of the interface', /"swagger"\s*:/),
  descriptionFile('/v3/api-docs', 'Description of the interface', /"openapi"\s*:/),
  descriptionFile('/metrics', 'Figures of the operation', /^# (?:HELP|TYPE) /m),
  descriptionFile('/trace.axd', 'Traces of requests', /Application Trace/),
  descriptionFile('/sitemap.xml', 'List of pages', /<urlset|<sitemapindex/),
];

/**
 * @param response the response for this path
 * @returns an issue if the file is public; undefined if the content is something else
 */
export function checkPath(
  { path, group, severity, description: what, contentPattern: sign }: WellKnown,
  { status, start }: ProbeResponse,
): Weakness | undefined {
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
