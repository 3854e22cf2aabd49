/** Lints the files of an area. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript';

const configFile = 'node_modules/.cache/dev-area/oxlintrc.json';

/** The settings of the linter without rules that need types, with paths that do not depend on where they are stored. */
function untypedConfig(): object {
  const { config } = ts.readConfigFile('.oxlintrc.json', ts.sys.readFile);
  const { options, jsPlugins, overrides }: { options: object; jsPlugins: readonly string[]; overrides: readonly { files: string[] }[] } =
    config;
  return {
    ...config,
    options: { ...options, typeAware: false },
    jsPlugins: jsPlugins.map((plugin) => path.resolve(plugin)),
    overrides: overrides.map((override) => ({ ...override, files: override.files.map((pattern) => `**/${pattern}`) })),
  };
}

/**
 * Runs the rules that need no types. The others load the whole program, which takes too long for each save: `npm run check` runs them.
 * @returns what was found, each with its file and line
 */
export async function lint(files: readonly string[]): Promise<readonly string[]> {
  mkdirSync(path.dirname(configFile), { recursive: true });
  writeFileSync(configFile, JSON.stringify(untypedConfig()));
  const child = spawn('oxlint', ['-c', configFile, '--format=unix', ...files], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${output}\n${errors}`.split('\n').filter((line) => line.includes('[Error/'));
}
