import type { Mutant } from './mutant.ts';

/** Limits, clocks and addresses. */
export const mutants: readonly Mutant[] = [
  { name: 'a guess that is looked up although the address has made too many', file: 'server/contract/guesses.ts', from: 'if (standing?.allowed === false) refuse(', to: 'if (standing?.allowed === undefined && !wasGood) refuse(', tests: ['test/identity/guessing.test.ts'] },
  { name: 'a good key that is refused because of its address', file: 'server/contract/guesses.ts', from: 'note(mark);\n', to: '', tests: ['test/identity/guessing.test.ts'] },
  { name: 'guesses at once that are counted too late', file: 'server/contract/guesses.ts', from: 'wasGood ? undefined : failures.take(counter)', to: 'wasGood || claim.subject === undefined ? undefined : failures.take(counter)', tests: ['test/identity/guessing.test.ts'] },
  { name: 'a network of IPv6 that counts as many clients', file: 'server/contract/clients.ts', from: '/64`', to: '/128`', tests: ['test/identity/guessing.test.ts'] },
  { name: 'what is no key, and is looked up', file: 'server/platform/identity/credentials.ts', from: '!isKey(secret)', to: "secret === ''", tests: ['test/identity/guessing.test.ts'] },
  { name: 'credentials that are remembered by the time of day', file: 'server/platform/identity/credentials.ts', from: '    const now = performance.now();\n    const kept', to: '    const now = Date.now();\n    const kept', tests: ['test/identity/clock.test.ts'] },
  { name: 'windows that end by the time of day', file: 'server/contract/rate-limit.ts', from: '    const now = performance.now();\n    if (now >= endsAt) {', to: '    const now = Date.now();\n    if (now >= endsAt) {', tests: ['test/identity/clock.test.ts'] },
  { name: 'a stored count of a minute to come', file: 'server/contract/rate-limit.ts', from: 'case when rate_window.ends_at = excluded.ends_at then', to: 'case when rate_window.ends_at >= excluded.ends_at then', tests: ['test/identity/clock.test.ts'] },
  { name: 'a lease of a clock that was ahead', file: 'server/platform/jobs/queue.ts', from: " or (due_at > clock_timestamp() + interval '15 minutes' and isfinite(due_at))", to: '', tests: ['test/faults/stored-times.test.ts'] },
  { name: 'an organization that counts once for each of its keys', file: 'server/contract/authorize.ts', from: '[[organization, actor.organizationId] as const]', to: '[[organization, actor.id] as const]', tests: ['test/contract/rate-limit.test.ts'] },
  { name: 'reads of one organization that all go at once', file: 'server/contract/run-operation.ts', from: "(operation.effect === 'read' ? readInTurn : inTurn)(actor.organizationId, () => run(work), within)", to: "(operation.effect === 'read' ? run(work) : inTurn(actor.organizationId, () => run(work), within))", tests: ['test/contract/slots.test.ts'] },
  { name: 'a line without an end', file: 'server/platform/database/slots.ts', from: 'if (bounds && queue.size >= bounds.waiting)', to: 'if (bounds && queue.size < 0)', tests: ['test/contract/slots.test.ts'] },
  { name: 'a token that is a fault of the server', file: 'server/platform/identity/sessions.ts', from: 'if (error instanceof KeySetAway) throw', to: 'if (error instanceof KeySetAway || !(error instanceof TypeError)) throw', tests: ['test/identity/credentials.test.ts'] },
  { name: 'a key set that is away, taken for a forged token', file: 'server/platform/identity/sessions.ts', from: 'if (error instanceof KeySetAway) throw', to: "if (error instanceof KeySetAway && error.message === '') throw", tests: ['test/identity/credentials.test.ts'] },
  { name: 'keys that are fresh by the time of day', file: 'server/platform/identity/key-set.ts', from: 'const since = (at: number) => performance.now() - at;', to: 'const since = (at: number) => Date.now() - performance.timeOrigin - at;', tests: ['test/identity/key-set.test.ts'] },
  { name: 'a key set without an audience', file: 'server/platform/config.ts', from: 'if (jwksUrl !== undefined && audience === undefined)', to: "if (jwksUrl === '' && audience === undefined)", tests: ['test/config.test.ts'] },
  { name: 'IPv4 behind zeros', file: 'server/platform/ports/addresses.ts', from: '(parsed.match(global) && !parsed.match(returned))', to: '(!parsed.match(returned))', tests: ['test/outside/http.test.ts'] },
  { name: 'pages of this machine behind a proxy', file: 'server/platform/config.ts', from: '.includes(host) && trustProxy === 0;', to: '.includes(host);', tests: ['test/config.test.ts', 'test/contract/origins.test.ts'] },
  { name: 'formulas in full width', file: 'server/documents/spreadsheets/csv.ts', from: "first.normalize('NFKC')", to: 'first', tests: ['test/areas/questionnaires.export.test.ts'] },
  { name: 'formulas behind quotes and spaces', file: 'server/documents/spreadsheets/csv.ts', from: "text.replace(passedOver, '')", to: 'text', tests: ['test/areas/questionnaires.export.test.ts'] },
  { name: 'a domain that is taken by who typed it', file: 'server/platform/database/migrations/0030_trust-portal-domains.sql', from: 'on trust_portal (domain) where cname_verified and txt_verified', to: 'on trust_portal (domain)', tests: ['test/areas/trust-portal.domain.test.ts'] },
  { name: 'an outage that does not say when to try again', file: 'server/contract/errors.ts', from: 'known.status === 503 || isOutage(known.cause)', to: 'known.status === 503', tests: ['test/contract/faults.test.ts'] },
];
