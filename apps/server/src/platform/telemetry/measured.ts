import { isWatched, signal, type WorkKind } from './signals.ts'

/** A span's name and its few attributes, all of which are names, never personal data. */
export type SpanFacts = {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Record<string, string | number>
}

/** A span that is open until the response is sent. */
export type RequestSpan = {
  /** Runs the rest of the request inside the span. */
  within: (next: () => void) => void
  end: (facts: SpanFacts, status: number) => void
}

/** Creates spans. */
export type Tracer = {
  span: <T>(facts: SpanFacts, run: () => Promise<T>) => Promise<T>
  request: (request_id: string) => RequestSpan
}

let tracer: Tracer | null = null

/** Returns this process's tracer; null if tracing is off. */
export function currentTracer(): Tracer | null {
  return tracer
}

/** Turns on tracing in this process, or turns it off if null. */
export function useTracer(next: Tracer | null): void {
  tracer = next
}

function seconds(begun: number): number {
  return (performance.now() - begun) / 1000
}

/** Runs work. Publishes its duration and outcome, and creates a span, if anything uses them. */
export function measured<T>(kind: WorkKind, name: string, run: () => Promise<T>): Promise<T> {
  if (!tracer && !isWatched('work')) return run()
  const facts: SpanFacts = {
    name: `${kind} ${name}`,
    kind: kind === 'mail' || kind === 'storage' ? 'client' : 'internal',
    attributes: { 'nollie.work': kind },
  }
  const begun = performance.now()
  const publish = (outcome: 'done' | 'failed') =>
    signal('work', { kind, name, outcome, seconds: seconds(begun) })
  return (tracer ? tracer.span(facts, run) : run()).then(
    (value) => {
      publish('done')
      return value
    },
    (error: unknown) => {
      publish('failed')
      throw error
    },
  )
}

const MARK = /^\/\* prepared: (\w+?)_[0-9a-f]{8} \*\//
const VERB = /^(?:\s|\/\*[^*]*\*\/)*(\w+)/
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]+)"?/i

/**
 * Names a statement: by the prepared statement's name, otherwise by its verb and first table. Contains no values and no
 * SQL.
 */
export function getStatementName(text: string): string {
  const prepared = MARK.exec(text)?.[1]
  if (prepared) return prepared
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = TABLE.exec(text)?.[1]
  return table ? `${verb} ${table}` : verb
}

/** Runs a database statement, and measures it like {@link measured}. */
export function measuredStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!tracer && !isWatched('statement')) return run()
  const begun = performance.now()
  const answer = tracer
    ? tracer.span(
        { name: getStatementName(text), kind: 'client', attributes: { 'db.system.name': 'postgresql' } },
        run,
      )
    : run()
  const publish = (outcome: 'done' | 'failed') => signal('statement', { outcome, seconds: seconds(begun) })
  answer.then(
    () => publish('done'),
    () => publish('failed'),
  )
  return answer
}
