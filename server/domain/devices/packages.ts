/** Where the packages of the agent are in the file store, by release channel (spec/areas/device-agent, rule 8). */
import { isStep } from '../../platform/ports/files.ts';

export const platforms = ['macos', 'windows', 'linux'] as const;
export const architectures = ['arm64', 'x64'] as const;
type Platform = (typeof platforms)[number];
type Architecture = (typeof architectures)[number];

const usual = { macos: 'arm64', windows: 'x64', linux: 'x64' } as const satisfies Record<Platform, Architecture>;
const extensions = { macos: 'dmg', windows: 'exe', linux: 'deb' } as const satisfies Record<Platform, string>;

/** @returns what the installer for a platform is called, for its usual processor unless another one is named */
export function installerOf(platform: Platform, arch: Architecture = usual[platform]): string {
  return `device-agent-${platform}-${arch}.${extensions[platform]}`;
}

const packages = ['zip', 'exe', 'blockmap', 'AppImage', 'dmg', 'deb'] as const;

/** @returns what a file of an update is; undefined for a name that is of none, or could lead out of its folder */
export function kindOf(name: string): 'manifest' | 'package' | undefined {
  if (!isStep(name) || name.includes('..')) return undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1);
  if (extension === 'yml') return 'manifest';
  return packages.some((one) => one === extension) ? 'package' : undefined;
}

/** @param channel a release channel @param name of an installer or of a file of an update */
export function keyOf(channel: string, name: string): string {
  return `releases/${channel}/${name}`;
}
