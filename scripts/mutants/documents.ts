import type { Mutant } from './mutant.ts';

/** Files that were made to hurt. */
export const mutants: readonly Mutant[] = [
  { name: 'documents: a line that one organization fills', file: 'server/platform/workers/line.ts', from: 'place.running < ofOne ?', to: 'place.running < slots ?', tests: ['test/workers.test.ts'] },
  { name: 'documents: a line without an end', file: 'server/platform/workers/line.ts', from: 'place.waiting.length >= mostWaiting', to: 'place.waiting.length < 0', tests: ['test/workers.test.ts'] },
  { name: 'documents: a line in which who was served is first again', file: 'server/platform/workers/line.ts', from: "        places.delete(organizationId);\n        if (place.running > 0", to: '        if (place.running > 0', tests: ['test/workers.test.ts'] },
  { name: 'documents: a worker that is not watched', file: 'server/platform/workers/watch.ts', from: 'process.memoryUsage.rss() > most ||', to: 'most === 0 ||', tests: ['test/workers.test.ts'] },
  { name: 'documents: a worker that outlives its server', file: 'server/platform/workers/watch.ts', from: ' || process.ppid !== server', to: ' || server === 0', tests: ['test/workers.test.ts'] },
  { name: 'documents: a worker that is used again although it failed', file: 'server/platform/workers/process.ts', from: "        isFit = false;\n        throw error;", to: '        throw error;', tests: ['test/workers.test.ts'] },
  { name: 'documents: a worker that is told the secrets', file: 'server/platform/workers/process.ts', from: "], env, stdio", to: "], env: { ...process.env, ...env }, stdio", tests: ['test/workers.test.ts'] },
  { name: 'documents: work that may take its worker down for ever', file: 'server/platform/jobs/worker.ts', from: 'if (why instanceof WorkerEnded && attempts >= mostFatal)', to: 'if (why instanceof WorkerEnded && attempts >= mostFatal * 100)', tests: ['test/faults/runs.test.ts'] },
  { name: 'documents: work that may take servers down for ever', file: 'server/platform/jobs/worker.ts', from: 'if (attempts > Math.max(most, mostFatal))', to: 'if (attempts > Math.max(most, mostFatal) * 100)', tests: ['test/faults/runs.test.ts'] },
  { name: 'documents: a document that the server itself makes', file: 'server/areas/soa/pdf/render.ts', from: "import type { Statement } from '../statement.ts';", to: "import type { Statement } from '../statement.ts';\nimport { documentOf } from './document.ts';\nvoid documentOf;", tests: ['test/workers.imports.test.ts'] },
  { name: 'documents: bounded repetitions that nobody looks at', file: 'scripts/lint/attack.ts', from: 'max >= many', to: 'max >= many * 100', tests: ['test/scripts/patterns.test.ts'] },
  { name: 'documents: rows in rows', file: 'server/documents/extraction/xml.ts', from: 'if (tag.closes !== this.#hasBegun) throw broken();', to: 'if (tag.closes && !this.#hasBegun) throw broken();', tests: ['test/faults/documents.test.ts'] },
  { name: 'documents: a list of scores that backtracks', file: 'server/areas/questionnaires/classes.ts', from: "if (isScoring(text) || isScoring(bare)) return 'scoring';", to: "if (/^\\(?[^()?:=]{1,40}[:=]\\s*-?\\d+(?:[.,]\\d+)?%?(?:\\s*[,;/|]\\s*[^():=]{1,40}[:=]\\s*-?\\d+(?:[.,]\\d+)?%?)+\\)?\\.?$/.test(text)) return 'scoring';", tests: ['test/linear.test.ts'] },
];
