/** Starts the sandbox: binds the port, starts a world, and routes requests to it. */
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { listen } from '#contract/listener';
import { originRules } from '#contract/origins';
import { withListenUrl } from '#platform/config/with-listen-url';
import { logAt } from '#platform/log';
import { StartError } from '#start/start-error';
import { moveClockTo, resetClock, systemTime } from './clock.ts';
import { sandboxConfig } from './config.ts';
import { createControlApp } from './control.ts';
import { createErrorApp } from './declared-errors.ts';
import { demonstrationOf } from './demonstration.ts';
import { preferencesFrom } from './preferences.ts';
import { type World, startWorld } from './world.ts';

export interface Sandbox {
  readonly url: string;
  readonly startedInMs: number;
  readonly world: () => World;
  close(): Promise<void>;
}

/** @param onStep is called with a line for the user before a step that takes long @throws ConfigError or StartError */
export async function startSandbox(env: NodeJS.ProcessEnv, onStep: (line: string) => void): Promise<Sandbox> {
  // Each world replaces the data directory by one of its own.
  const settings = sandboxConfig(env, tmpdir());
  const log = logAt(settings.logLevel);
  const listener = await listen(settings, log).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message.replace(/^PORT/, 'SANDBOX_PORT') : String(error));
  });
  const { url } = listener;
  const config = withListenUrl(settings, url);
  const findDemonstration = () =>
    demonstrationOf(systemTime(), config, () =>
      onStep('Making the demonstration. This takes a while, once a day and after changes of the server …'),
    );
  let world = await startWorld(config, await findDemonstration(), log);
  /** While a reset is going on, requests wait for it. */
  let resetting: Promise<void> = Promise.resolve();

  async function replaceWorld() {
    const demonstration = await findDemonstration();
    await world.pause();
    await world.end();
    // Only after the engine has ended: its timers fail when the clock goes back.
    resetClock();
    world = await startWorld(config, demonstration, log);
  }

  const origins = originRules({ allowed: config.corsOrigins, own: [config.baseUrl, config.appUrl], isPortal: async () => false });
  const control = createControlApp(
    {
      world: () => world,
      reset: () => (resetting = replaceWorld()),
      moveClockTo,
    },
    origins,
    log,
  );
  let errorApp: RequestListener | undefined;
  /** Reads the contract at its first use, because it is large. */
  const answerWithError: RequestListener = (req, res) => (errorApp ??= createErrorApp(origins, log))(req, res);
  listener.serve((req, res) => {
    res.setHeader('Date', new Date().toUTCString());
    const { delay, status, fault } = preferencesFrom(req.headers.prefer?.toString());
    const answer = () => {
      if (/^\/_sandbox(?:[/?]|$)/.test(req.url ?? '')) control(req, res);
      else if (status !== undefined || fault !== undefined) answerWithError(req, res);
      else
        resetting.then(
          () => world.serve(req, res),
          () => res.destroy(),
        );
    };
    if (delay === 0) answer();
    else setTimeout(() => res.destroyed || answer(), delay);
  });
  return {
    url,
    startedInMs: Math.round(process.uptime() * 1000),
    world: () => world,
    async close() {
      await world.pause();
      await listener.drain(0);
      await world.end();
    },
  };
}
