import { StartRefused } from '../start-refused.ts'

/** Where spans are sent, and how many. */
export type TraceSettings = {
  /** The standard variables that are set. The exporter and the resource read them from the environment. */
  variables: Readonly<Record<string, string>>
  sampler: 'always_on' | 'always_off' | 'traceidratio'
  /** The share of traces to sample, for `traceidratio`. */
  ratio: number
  batch: { maxQueueSize?: number; scheduledDelayMillis?: number; maxExportBatchSize?: number }
}

const PREFIX = 'OTEL_'
const EXPORTER = 'OTEL_EXPORTER_OTLP_'
const OF_EXPORTER = ['ENDPOINT', 'HEADERS', 'TIMEOUT', 'COMPRESSION', 'PROTOCOL', 'CERTIFICATE']
const USED: ReadonlySet<string> = new Set([
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_BSP_MAX_QUEUE_SIZE',
  'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  ...OF_EXPORTER.flatMap((name) => [`${EXPORTER}${name}`, `${EXPORTER}TRACES_${name}`]),
])

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const

function requireChoice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new StartRefused(`${name} must be one of ${choices.join(', ')}`)
  return found
}

function parseNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value)) throw new StartRefused(`${name} must be a whole number`)
  return Number(value)
}

function parseRatio(text = '1'): number {
  const ratio = Number(text)
  if (!(ratio >= 0 && ratio <= 1)) throw new StartRefused('OTEL_TRACES_SAMPLER_ARG must be from 0 to 1')
  return ratio
}

function checkExporter(set: Readonly<Record<string, string>>): void {
  for (const name of ['ENDPOINT', 'TRACES_ENDPOINT']) {
    const address = set[`${EXPORTER}${name}`]
    if (address !== undefined && !(URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)))
      throw new StartRefused(`${EXPORTER}${name} must be an address like http://localhost:4318`)
  }
  for (const name of ['PROTOCOL', 'TRACES_PROTOCOL']) {
    const protocol = set[`${EXPORTER}${name}`]
    if (protocol !== undefined) requireChoice(`${EXPORTER}${name}`, protocol, ['http/json'])
  }
}

function readBatchSettings(set: Readonly<Record<string, string>>): TraceSettings['batch'] {
  const scheduledDelayMillis = parseNumber('OTEL_BSP_SCHEDULE_DELAY', set.OTEL_BSP_SCHEDULE_DELAY)
  const maxQueueSize = parseNumber('OTEL_BSP_MAX_QUEUE_SIZE', set.OTEL_BSP_MAX_QUEUE_SIZE)
  const maxExportBatchSize = parseNumber('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', set.OTEL_BSP_MAX_EXPORT_BATCH_SIZE)
  return {
    ...(scheduledDelayMillis === undefined ? {} : { scheduledDelayMillis }),
    ...(maxQueueSize === undefined ? {} : { maxQueueSize }),
    ...(maxExportBatchSize === undefined ? {} : { maxExportBatchSize }),
  }
}

/**
 * Reads OpenTelemetry's standard variables. Tracing is on if they name a destination: an endpoint, or `otlp` as the
 * exporter. `unused` lists standard variables that this program doesn't support.
 * @throws StartRefused for an invalid value
 */
export function readTraceSettings(env: Readonly<Record<string, string | undefined>>): {
  settings: TraceSettings | null
  unused: string[]
} {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value ? [[name, value.trim()] as const] : [],
    ),
  )
  const unused = Object.keys(set).filter((name) => !USED.has(name))
  const variables = Object.fromEntries(Object.entries(set).filter(([name]) => USED.has(name)))
  const exporter = requireChoice('OTEL_TRACES_EXPORTER', set.OTEL_TRACES_EXPORTER ?? 'auto', [
    'auto',
    'otlp',
    'none',
  ])
  const isNamed =
    exporter === 'otlp' || Object.keys(set).some((name) => /_OTLP_(TRACES_)?ENDPOINT$/.test(name))
  checkExporter(set)
  const sampler = (set.OTEL_TRACES_SAMPLER ?? 'always_on').replace(/^parentbased_/, '')
  const settings: TraceSettings = {
    variables,
    sampler: requireChoice('OTEL_TRACES_SAMPLER', sampler, SAMPLERS),
    ratio: parseRatio(set.OTEL_TRACES_SAMPLER_ARG),
    batch: readBatchSettings(set),
  }
  const isOn = exporter !== 'none' && isNamed && set.OTEL_SDK_DISABLED?.toLowerCase() !== 'true'
  return { settings: isOn ? settings : null, unused }
}
