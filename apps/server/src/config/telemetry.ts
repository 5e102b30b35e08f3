import { z } from 'zod'
import { Port } from './values.ts'
import { LOG_LEVELS } from '../platform/log.ts'

/** Environment variables for observability: metrics, traces, and the log. */
export const TELEMETRY_VARIABLES = {
  METRICS_PORT: Port.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or -._~+/=')
    .optional(),
  // readTraceSettings validates these along with the other standard variables.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
}
