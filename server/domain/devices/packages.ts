/** Names agent packages and finds their location in the file store for each release channel (device-agent, rule 8). */
import { isKeySegment } from '#platform/ports/files';

export const platforms = ['macos', 'windows', 'linux'] as const;
export const architectures = ['arm64', 'x64'] as const;
type Platform = (typeof platforms)[number];
type Architecture = (typeof architectures)[number];

const defaultArchitectures = { macos: 'arm64', windows: 'x64', linux: 'x64' } as const satisfies Record<Platform, Architecture>;
const extensions = { macos: 'dmg', windows: 'exe', linux: 'deb' } as const satisfies Record<Platform, string>;

/** @returns the file name of the installer for a platform @param arch defaults to the platform's most common processor */
export function installerNameOf(platform: Platform, arch: Architecture = defaultArchitectures[platform]): string {
  return `device-agent-${platform}-${arch}.${extensions[platform]}`;
}

const packageExtensions = ['zip', 'exe', 'blockmap', 'AppImage', 'dmg', 'deb'] as const;

/** @returns the kind of an update file; undefined for an unknown extension or a name that could lead out of its folder */
export function updateFileKindOf(name: string): 'manifest' | 'package' | undefined {
  if (!isKeySegment(name) || name.includes('..')) return undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1);
  if (extension === 'yml') return 'manifest';
  return packageExtensions.some((known) => known === extension) ? 'package' : undefined;
}

/** @param channel a release channel @param name the name of an installer or update file @returns its key in the file store */
export function packageKeyOf(channel: string, name: string): string {
  return `releases/${channel}/${name}`;
}
