/** Command that stores a package of the device agent. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { architectures, installerNameOf, packageKeyOf, updateFileKindOf, platforms } from '#domain/devices/packages';
import { command, Failure, UsageError } from './command.ts';
import { withInstallation } from './installation.ts';

export const storeAgent = command({
  name: 'device-agent store',
  meaning:
    'Stores a package of the device agent for a release channel, by default that of DEVICE_AGENT_CHANNEL: with --platform the installer that members download, otherwise a file of an update by its own name.',
  needed: { file: 'PATH' },
  allowed: { channel: 'stable', platform: platforms.join('|'), arch: architectures.join('|') },
  plan({ file, channel, platform, arch }) {
    const system = platforms.find((candidate) => candidate === platform);
    const processor = architectures.find((candidate) => candidate === arch);
    if (platform !== undefined && !system) throw new UsageError(`--platform is not one of ${platforms.join(', ')}: ${platform}`);
    if (arch !== undefined && !processor) throw new UsageError(`--arch is not one of ${architectures.join(', ')}: ${arch}`);
    if (arch !== undefined && !system) throw new UsageError('--arch needs --platform');
    if (channel !== undefined && !/^[a-z0-9][a-z0-9-]{0,63}$/.test(channel))
      throw new UsageError(`--channel is not lower-case letters, digits and hyphens: ${channel}`);
    const name = system ? installerNameOf(system, processor) : path.basename(file);
    if (!updateFileKindOf(name)) throw new UsageError(`${name} is neither a manifest (.yml) nor a package of an update`);

    return withInstallation(async ({ config, ports }) => {
      const fileStats = await stat(file).catch(() => undefined);
      if (!fileStats?.isFile()) throw new Failure(`there is no file ${file}`);
      const key = packageKeyOf(channel ?? config.deviceAgentChannel, name);
      const { size, sha256 } = await (await ports()).files.put(key, createReadStream(file));
      return { key, size, sha256 };
    });
  },
});
