export {
  currentTracer,
  type RequestSpan,
  measured,
  measuredStatement,
  type SpanFacts,
  getStatementName,
} from './measured.ts'
export { type Gauge, type Metrics, openMetrics, type Reading } from './metrics.ts'
export { hasToken, serveMetrics } from './metrics-server.ts'
export { isWatched, signal, type Signals, watch } from './signals.ts'
export { readTraceSettings, type TraceSettings } from './trace-settings.ts'
export { startTraces } from './traces.ts'
