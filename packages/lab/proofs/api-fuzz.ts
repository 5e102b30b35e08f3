import fc from 'fast-check'
import { type Answer, answerCheck, type ApiDocument, listOperations } from './lib/api/document.ts'
import { send, type Wired, wired } from './lib/api/send.ts'
import { type Manner, type Plan, Requests } from './lib/api/values.ts'
import { aCast, type Cast, startFuzzed } from './lib/api/world.ts'
import { isOver, isShort, option, quantile, seed } from './lib/options.ts'
import { report } from './lib/report.ts'

// Proof 7, fuzzing: 200,000 requests (`--requests N`) made from the server's OpenAPI document, in sequences of ten that
// use IDs from earlier responses. Values are valid, at the limits, of the wrong type, or odd Unicode. Requests are sent
// with and without a session. Every response is checked against the document. `--seed N` repeats a run, and `--minutes
// N` ends it earlier. Seen to fail by: `readCursor` of cursor.ts without its `try` (5xx responses), and `REFUSED` of
// serve.ts described as `application/json` (responses that the document doesn't allow).

const total = option('--requests', { whole: 200_000, short: 200 })
const CALLS = 10
/** The number of sequences with the same set of people. */
const OF_ONE_CAST = 10
/** The number of concurrent sequences. */
const AT_ONCE = 5
const SLOW_MS = 2_000
const SHOWN = 20
const MANNERS: readonly Manner[] = ['valid', 'valid', 'boundary', 'wrong type', 'Unicode']

const errors = new Map<string, { count: number; example: string }>()
const latencies: number[] = []
const answered = new Map<string, number>()
const succeeded = new Set<string>()
const found = { failures: 0, breaks: 0, slow: 0 }

const fuzzed = await startFuzzed()
try {
  const text = await send(fuzzed.port, { method: 'GET', url: '/api/openapi.json', headers: {}, body: null })
  const document = JSON.parse(text.body) as ApiDocument
  const operations = listOperations(document)
  const check = answerCheck(document)
  const requests = new Requests(document)
  const sequence = fc.array(
    fc
      .tuple(fc.constantFrom(...operations), fc.constantFrom(...MANNERS))
      .chain(([operation, manner]) => requests.of(operation, manner)),
    { minLength: CALLS, maxLength: CALLS },
  )

  const note = (what: string, plan: Plan, sent: Wired, { status, body }: Answer): void => {
    const key = `${plan.operation.name}: ${what}`
    const request = `${plan.manner}, ${plan.sender}: ${sent.method} ${sent.url} ${sent.body?.toString().slice(0, 300) ?? ''}`
    const example = `${request}\n      ${status} ${body.slice(0, 300)}`
    errors.set(key, {
      count: (errors.get(key)?.count ?? 0) + 1,
      example: errors.get(key)?.example ?? example,
    })
  }

  const run = async (plans: Plan[], { sessions, known: begin }: Cast): Promise<void> => {
    const known = begin()
    for (const plan of plans) {
      const sent = wired(plan, known, sessions[plan.sender])
      const answer = await send(fuzzed.port, sent)
      const { status, ms, type, body } = answer
      latencies.push(ms)
      const outcome = `${Math.floor(status / 100)}xx`
      answered.set(outcome, (answered.get(outcome) ?? 0) + 1)
      if (status < 300) succeeded.add(plan.operation.name)
      const broken = check(plan.operation, answer)
      if (status >= 500) found.failures += 1
      if (broken) found.breaks += 1
      if (ms > SLOW_MS) found.slow += 1
      if (status >= 500 || broken) note(broken ?? `status ${status}`, plan, sent, answer)
      else if (ms > SLOW_MS) note(`took longer than ${SLOW_MS} ms`, plan, sent, answer)
      if (status < 300 && type === 'application/json') known.addAnswer(plan.operation.path, JSON.parse(body))
    }
  }

  console.log(`${total} requests to ${operations.length} operations, seed ${seed}`)
  const begun = Date.now()
  for (let cast = 0; latencies.length < total && !isOver(); cast++) {
    const people = await aCast(fuzzed, cast)
    const plans = fc.sample(sequence, { seed: seed + cast, numRuns: OF_ONE_CAST })
    const next = plans.values()
    const worker = async () => {
      for (const one of next) await run(one, people)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  for (const [key, { count, example }] of [...errors].slice(0, SHOWN))
    console.log(`  ${count} x ${key}\n      ${example}`)
  const count = latencies.length
  const shares = [...answered].map(([kind, times]) => `${kind} ${times}`)
  console.log(`  ${count} answers in ${Math.round((Date.now() - begun) / 1000)} s: ${shares.join(', ')}`)
  console.log(`  ${succeeded.size} of ${operations.length} operations succeeded at least once`)
  const none = (what: string, amount: number) =>
    report({ what, figure: `${amount} of ${count}`, goal: '0', isMet: amount === 0 })
  none('answers 5xx', found.failures)
  none('answers that the document does not allow', found.breaks)
  const slowest = `${found.slow} (p99 ${quantile(latencies, 0.99).toFixed(0)} ms)`
  // Other load on the machine dominates the time of a few requests, so the short form doesn't assert it.
  report({
    what: 'answers after more than 2 s',
    figure: slowest,
    goal: '0',
    isMet: isShort || found.slow === 0,
  })
} finally {
  await fuzzed.close()
}
process.exit()
