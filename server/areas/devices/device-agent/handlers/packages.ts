/** Serves installers and updates of the agent (device-agent, rule 8). */
import type { Handlers } from '#contract/types';
import { FileBody } from '#platform/files/send-file';
import { dispositionOf } from '#platform/ports/file-links';
import { refusal } from '#platform/refusals/refusal';
import { installerNameOf, packageKeyOf, updateFileKindOf } from '#domain/devices/packages';

const types = {
  macos: 'application/x-apple-diskimage',
  windows: 'application/octet-stream',
  linux: 'application/vnd.debian.binary-package',
} as const;
const packageNotFound = () => refusal('agent_package_not_found');
/** The lifetime of a download link, in seconds. */
const linkSeconds = 3_600;

export const packages: Pick<Handlers<'device-agent'>, 'downloadDeviceAgent' | 'getDeviceAgentUpdate'> = {
  async downloadDeviceAgent({ path: { platform }, query: { arch }, ports: { files, deviceAgent } }) {
    const name = installerNameOf(platform, arch);
    const key = packageKeyOf(deviceAgent.channel, name);
    const version = await files.findVersion(key);
    if (!version) return packageNotFound();
    return {
      status: 200,
      type: types[platform],
      headers: { 'Content-Disposition': dispositionOf(name, false), 'Cache-Control': 'no-store' },
      body: new FileBody(version, (part) => files.stream(key, undefined, part)),
    };
  },

  async getDeviceAgentUpdate({ path: { filename }, ports: { files, deviceAgent } }) {
    const kind = updateFileKindOf(filename);
    if (!kind) return packageNotFound();
    const key = packageKeyOf(deviceAgent.channel, filename);
    if (kind === 'manifest') {
      const manifest = await files.read(key);
      return manifest
        ? { status: 200, type: 'text/yaml', headers: { 'Cache-Control': 'public, max-age=300' }, body: manifest.toString() }
        : packageNotFound();
    }
    if ((await files.size(key)) === undefined) return packageNotFound();
    const downloadUrl = files.link(key, linkSeconds, { name: filename, type: 'application/octet-stream' });
    return { status: 302, headers: { Location: downloadUrl, 'Cache-Control': 'no-store' } };
  },
};
