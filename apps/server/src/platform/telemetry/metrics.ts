import type { Registry } from 'prom-client'
import { type Signals, watch } from './signals.ts'

/** A value read when metrics are scraped, or several values with their labels. */
export type Reading = number | null | readonly (readonly [labels: Record<string, string>, value: number])[]

/** A gauge for the server's own state. */
export type Gauge = {
  name: string
  help: string
  labels?: readonly string[]
  /** Returns null if the value is unknown; no sample is better than a wrong one. */
  read: () => Reading | Promise<Reading>
}

/** This process's metrics. */
export type Metrics = {
  /** Adds gauges that are read on every scrape. */
  addGauges: (gauges: readonly Gauge[]) => void
  /** Returns all metrics as OpenMetrics text. */
  text: () => Promise<string>
  contentType: string
  close: () => void
}

const FAST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STATEMENT = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const LONG = [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300]

/** A stream is open for hours, so its duration isn't a latency. */
const ENDLESS: ReadonlySet<string> = new Set(['streamEvents'])

type Client = typeof import('prom-client')

type Watcher = () => void

function on<N extends keyof Signals>(name: N, seen: (fact: Signals[N]) => void): Watcher {
  return watch(name, seen)
}

// These return functions, each of which subscribes metrics to a signal that updates them.
function watchRequests({ Counter, Histogram }: Client, registry: Registry): Watcher[] {
  const registers = [registry]
  const requests = new Counter({
    name: 'nollie_requests_total',
    help: 'Responses by operation and status.',
    labelNames: ['operation', 'code'] as const,
    registers,
  })
  const latencies = new Histogram({
    name: 'nollie_request_duration_seconds',
    help: 'Time to respond in seconds, by operation.',
    labelNames: ['operation'] as const,
    buckets: FAST,
    registers,
  })
  const refusals = new Counter({
    name: 'nollie_refusals_total',
    help: 'Refused requests by error code, and by limit if several limits share a code.',
    labelNames: ['code', 'rule'] as const,
    registers,
  })
  const connections = new Counter({
    name: 'nollie_connections_refused_total',
    help: 'Connections closed because there were too many.',
    labelNames: ['rule'] as const,
    registers,
  })
  return [
    on('request', ({ operation, status, seconds }) => {
      requests.inc({ operation, code: String(status) })
      if (!ENDLESS.has(operation)) latencies.observe({ operation }, seconds)
    }),
    on('refusal', (labels) => refusals.inc(labels)),
    on('connection', (labels) => connections.inc(labels)),
  ]
}

function watchWork({ Counter, Histogram }: Client, registry: Registry): Watcher[] {
  const registers = [registry]
  const work = new Histogram({
    name: 'nollie_work_duration_seconds',
    help: 'Duration of jobs, tasks, encoding, emails, and storage operations in seconds.',
    labelNames: ['kind', 'name', 'outcome'] as const,
    buckets: LONG,
    registers,
  })
  const statements = new Histogram({
    name: 'nollie_database_statement_duration_seconds',
    help: 'Duration of database statements in seconds.',
    labelNames: ['outcome'] as const,
    buckets: STATEMENT,
    registers,
  })
  const caches = new Counter({
    name: 'nollie_cache_requests_total',
    help: 'Cache lookups, by hit or miss.',
    labelNames: ['cache', 'result'] as const,
    registers,
  })
  return [
    on('work', ({ seconds, ...labels }) => work.observe(labels, seconds)),
    on('statement', ({ seconds, ...labels }) => statements.observe(labels, seconds)),
    on('cache', ({ cache, isHit }) => caches.inc({ cache, result: isHit ? 'hit' : 'miss' })),
  ]
}

function watchDeliveries({ Counter }: Client, registry: Registry): Watcher[] {
  const registers = [registry]
  const messages = new Counter({
    name: 'nollie_sms_total',
    help: 'Text messages by outcome: sent, stored as files, failed and retried, permanently refused, or unknown.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const pushes = new Counter({
    name: 'nollie_pushes_total',
    help: 'Push messages by outcome: sent, failed and retried, permanently refused, or no longer subscribed.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const mails = new Counter({
    name: 'nollie_mails_total',
    help: 'Emails by outcome: sent, stored as files, failed and retried, or permanently refused.',
    labelNames: ['outcome'] as const,
    registers,
  })
  return [
    on('mail', (labels) => mails.inc(labels)),
    on('sms', (labels) => messages.inc(labels)),
    on('push', (labels) => pushes.inc(labels)),
  ]
}

function watchUploadsAndEvents({ Counter, Histogram }: Client, registry: Registry): Watcher[] {
  const registers = [registry]
  const uploads = new Counter({
    name: 'nollie_uploads_total',
    help: 'Uploads started, finished, and refused.',
    labelNames: ['outcome', 'type'] as const,
    registers,
  })
  const uploaded = new Counter({
    name: 'nollie_uploaded_bytes_total',
    help: 'Bytes of finished uploads.',
    registers,
    labelNames: ['type'] as const,
  })
  const events = new Counter({
    name: 'nollie_events_published_total',
    help: 'Live events published to this process.',
    registers,
  })
  const lag = new Histogram({
    name: 'nollie_event_lag_seconds',
    help: 'Delay from the commit of a live event to its publication in seconds.',
    buckets: FAST,
    registers,
  })
  return [
    on('upload', ({ outcome, type, bytes }) => {
      uploads.inc({ outcome, type })
      if (outcome === 'finished') uploaded.inc({ type }, bytes)
    }),
    on('events', ({ count, lagSeconds }) => {
      events.inc(count)
      lag.observe(Math.max(0, lagSeconds))
    }),
  ]
}

function watchers(client: Client, registry: Registry): Watcher[] {
  return [watchRequests, watchWork, watchDeliveries, watchUploadsAndEvents].flatMap((add) =>
    add(client, registry),
  )
}

function addGauge({ Gauge: PromGauge }: Client, registry: Registry, gauge: Gauge): void {
  const { name, help, labels = [], read } = gauge
  const readSafely = async (): Promise<Reading> => {
    try {
      return await read()
    } catch {
      return null
    }
  }
  void new PromGauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    // Not an arrow function, because the library calls it as a method of the gauge.
    async collect() {
      const reading = await readSafely()
      this.reset()
      // A gauge without labels starts at 0, which would look like a reading.
      if (reading === null && labels.length === 0) this.set(Number.NaN)
      else if (typeof reading === 'number') this.set(reading)
      else for (const [of, value] of reading ?? []) this.set(of, value)
    },
  })
}

/** Starts counting. Loads the library here, so that a server without metrics doesn't load it. */
export async function openMetrics(): Promise<Metrics> {
  const client = (await import('prom-client')).default
  const registry = new client.Registry()
  registry.setContentType(client.openMetricsContentType as never)
  client.collectDefaultMetrics({ register: registry })
  const stops = watchers(client, registry)
  return {
    addGauges: (gauges) => {
      for (const gauge of gauges) addGauge(client, registry, gauge)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => {
      for (const stop of stops) stop()
      registry.clear()
    },
  }
}
