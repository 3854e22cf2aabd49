/** A third-party directory server: Debian's slapd (OpenLDAP), in a temporary folder, on free ports, with and without TLS. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CertificateAndKey } from './certificate.ts';
import { freePort } from './free-port.ts';

const program = '/usr/sbin/slapd';

export const isSlapdInstalled = existsSync(program);

export const suffix = 'dc=example,dc=com';
export const administrator = { bindDn: `cn=admin,${suffix}`, bindPassword: 'dir3ctory-s3cret' };

export type Slapd = Awaited<ReturnType<typeof startSlapd>>;

/**
 * @param entries in LDIF, below the suffix, each followed by an empty line @param certificate enables TLS @throws when it is not installed
 */
export async function startSlapd(entries: string, certificate?: CertificateAndKey, settings: readonly string[] = []) {
  if (!isSlapdInstalled) throw new Error('slapd is not installed (Debian: apt-get install slapd)');
  const folder = mkdtempSync(path.join(tmpdir(), 'slapd-'));
  const inFolder = (name: string) => path.join(folder, name);
  if (certificate) {
    writeFileSync(inFolder('cert.pem'), certificate.cert);
    writeFileSync(inFolder('key.pem'), certificate.key);
  }
  writeFileSync(
    inFolder('slapd.conf'),
    [
      ...['core', 'cosine', 'inetorgperson', 'nis'].map((schema) => `include /etc/ldap/schema/${schema}.schema`),
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      'moduleload ppolicy',
      ...(certificate ? [`TLSCertificateFile ${inFolder('cert.pem')}`, `TLSCertificateKeyFile ${inFolder('key.pem')}`] : []),
      'database mdb',
      `suffix "${suffix}"`,
      `directory ${folder}`,
      'maxsize 104857600',
      `rootdn "${administrator.bindDn}"`,
      `rootpw ${administrator.bindPassword}`,
      'lastbind on',
      'overlay ppolicy',
      'dbnosync',
      ...settings,
      '',
    ].join('\n'),
  );
  const root = `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n\n`;
  const loadResult = spawnSync('/usr/sbin/slapadd', ['-f', inFolder('slapd.conf'), '-q', '-n', '1'], { input: `${root}${entries}` });
  if (loadResult.status !== 0) throw new Error(`slapadd: ${String(loadResult.stderr)}`);

  const [port, securePort] = [await freePort(), await freePort()];
  const urls = [`ldap://127.0.0.1:${port}/`, ...(certificate ? [`ldaps://127.0.0.1:${securePort}/`] : [])];
  const server = spawn(program, ['-d', '0', '-f', inFolder('slapd.conf'), '-h', urls.join(' ')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  server.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error(`slapd ended: ${output}`);
    await wait(20);
  }
  return {
    url: `ldap://localhost:${port}`,
    secureUrl: `ldaps://localhost:${securePort}`,
    port,
    async end() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net
      .connect(port, '127.0.0.1')
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => resolve(false));
  });
}
