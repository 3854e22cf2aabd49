import type { Mutant } from './mutant.ts';

/** Breaks the rule that the service answers even while its database does not. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a connection that is waited for without end',
    file: 'server/platform/database/server.ts',
    from: 'query_timeout: statementTimeout + graceMs',
    to: '',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'readiness that waits for the database without end',
    file: 'server/platform/health.ts',
    from: 'return Promise.race([pendingAnswer, timeout])',
    to: 'return Promise.race([pendingAnswer])',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'a process that waits for its database to the end',
    file: 'server/main.ts',
    from: 'void flushLogs().then(() => process.exit(1));',
    to: 'void flushLogs();',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'a log that keeps every line until it is read',
    file: 'server/platform/log/line-writer.ts',
    from: 'line.length > maxWaiting',
    to: 'line.length > Infinity',
    tests: ['test/faults/log.test.ts'],
  },
  {
    name: 'a request id that is taken over as it comes',
    file: 'server/contract/request-state.ts',
    from: 'requestIdPattern.test(sentId) ? sentId',
    to: 'sentId.length > 0 ? sentId',
    tests: ['test/faults/log.test.ts'],
  },
  {
    name: 'a server that takes no requests as soon as it is told to stop',
    file: 'server/start/server.ts',
    from: 'if (drainDelay > 0) await wait(drainDelay);',
    to: '',
    tests: ['test/faults/start.test.ts'],
  },
  {
    name: 'a leaving server that keeps the connections of its clients',
    file: 'server/contract/listener.ts',
    from: 'if (closesAfterAnswers) res.shouldKeepAlive = false;',
    to: '',
    tests: ['test/faults/start.test.ts'],
  },
  {
    name: 'a demonstration that is made before the port is taken',
    file: 'server/start/server.ts',
    from: 'const listener = await listen(config, log).catch(throwStartError);',
    to: 'await (await openConfigured(config, log)).close();\n  const listener = await listen(config, log).catch(throwStartError);',
    tests: ['test/faults/start.test.ts'],
  },
];
