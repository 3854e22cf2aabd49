import type { Mutant } from './mutant.ts';

/** Breaks the rule that the service answers even while its database does not. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a statement without a client timeout',
    file: 'server/platform/database/server.ts',
    from: 'query_timeout: statementTimeout + graceMs',
    to: '',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'a readiness check without a timeout',
    file: 'server/platform/health.ts',
    from: 'return Promise.race([pendingAnswer, timeout])',
    to: 'return Promise.race([pendingAnswer])',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'a shutdown that does not end while the database hangs',
    file: 'server/main.ts',
    from: 'void flushLogs().then(() => process.exit(1));',
    to: 'void flushLogs();',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'a log buffer without a maximum length',
    file: 'server/platform/log/line-writer.ts',
    from: 'line.length > maxWaiting',
    to: 'line.length > Infinity',
    tests: ['test/faults/log.test.ts'],
  },
  {
    name: 'a request id that is accepted without validation',
    file: 'server/contract/request-state.ts',
    from: 'requestIdPattern.test(sentId) ? sentId',
    to: 'sentId.length > 0 ? sentId',
    tests: ['test/faults/log.test.ts'],
  },
  {
    name: 'a shutdown without the drain delay',
    file: 'server/start/server.ts',
    from: 'if (drainDelay > 0) await wait(drainDelay);',
    to: '',
    tests: ['test/faults/start.test.ts'],
  },
  {
    name: 'a shutdown that keeps client connections alive',
    file: 'server/contract/listener.ts',
    from: 'if (closesAfterAnswers) res.shouldKeepAlive = false;',
    to: '',
    tests: ['test/faults/start.test.ts'],
  },
  {
    name: 'a database that is opened before the server listens on its port',
    file: 'server/start/server.ts',
    from: 'const listener = await listen(config, log).catch(throwStartError);',
    to: 'await (await openConfigured(config, log)).close();\n  const listener = await listen(config, log).catch(throwStartError);',
    tests: ['test/faults/start.test.ts'],
  },
];
