import type { Mutant } from './mutant.ts';

/** Breaks the handling of malicious files. */
export const mutants: readonly Mutant[] = [
  {
    name: 'documents: a queue in which one organization takes all slots',
    file: 'server/platform/workers/fair-queue.ts',
    from: 'organizationQueue.running < slotsPerOrganization ?',
    to: 'organizationQueue.running < slots ?',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: a queue without a maximum length',
    file: 'server/platform/workers/fair-queue.ts',
    from: 'organizationQueue.waiting.length >= maxWaiting',
    to: 'organizationQueue.waiting.length < 0',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: a queue in which the organization that was served stays first',
    file: 'server/platform/workers/fair-queue.ts',
    from: `organizations.delete(organizationId);
        if (organizationQueue.running > 0`,
    to: '        if (organizationQueue.running > 0',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: a worker without a memory limit',
    file: 'server/platform/workers/watch.ts',
    from: 'process.memoryUsage.rss() > maxBytes ||',
    to: 'maxBytes === 0 ||',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: a worker that outlives its server',
    file: 'server/platform/workers/watch.ts',
    from: '|| process.ppid !== server',
    to: ' || server === 0',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: a worker that is reused after a failure',
    file: 'server/platform/workers/process.ts',
    from: `isReusable = false;
        throw error;`,
    to: '        throw error;',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: a worker that inherits the environment of the server',
    file: 'server/platform/workers/process.ts',
    from: `],
    env,
    stdio`,
    to: '], env: { ...process.env, ...env }, stdio',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'documents: work that is retried forever although its worker crashes',
    file: 'server/platform/jobs/worker.ts',
    from: 'if (cause instanceof WorkerEnded && attempts >= maxFatalAttempts)',
    to: 'if (cause instanceof WorkerEnded && attempts >= maxFatalAttempts * 100)',
    tests: ['test/faults/runs.test.ts'],
  },
  {
    name: 'documents: work that is retried forever although its server crashes',
    file: 'server/platform/jobs/worker.ts',
    from: 'if (attempts > Math.max(maxAttempts, maxFatalAttempts))',
    to: 'if (attempts > Math.max(maxAttempts, maxFatalAttempts) * 100)',
    tests: ['test/faults/runs.test.ts'],
  },
  {
    name: 'documents: a document that is created in the server process',
    file: 'server/areas/audits/soa/documents/render.ts',
    from: "import type { Statement } from '../rules/statement.ts';",
    to: `import type { Statement } from '../rules/statement.ts';
import { createSoaPdf } from './document.ts';
void createSoaPdf;`,
    tests: ['test/workers.imports.test.ts'],
  },
  {
    name: 'documents: bounded repetitions in patterns that are not checked',
    file: 'scripts/lint/attack.ts',
    from: 'max >= unboundedFrom',
    to: 'max >= unboundedFrom * 100',
    tests: ['test/scripts/patterns.test.ts'],
  },
  {
    name: 'documents: nested rows in a spreadsheet',
    file: 'server/documents/extraction/xml.ts',
    from: 'if (tag.closes !== this.#hasBegun) throw fileUnreadable();',
    to: 'if (tag.closes && !this.#hasBegun) throw fileUnreadable();',
    tests: ['test/faults/documents.test.ts'],
  },
  {
    name: 'documents: a pattern for scores that backtracks',
    file: 'server/areas/assurance-to-customers/questionnaires/rules/classes.ts',
    from: `if (isScoring(text) || isScoring(unlabeled)) return 'scoring';`,
    to: "if (/^\\(?[^()?:=]{1,40}[:=]\\s*-?\\d+(?:[.,]\\d+)?%?(?:\\s*[,;/|]\\s*[^():=]{1,40}[:=]\\s*-?\\d+(?:[.,]\\d+)?%?)+\\)?\\.?$/.test(text)) return 'scoring';",
    tests: ['test/linear.test.ts'],
  },
];
