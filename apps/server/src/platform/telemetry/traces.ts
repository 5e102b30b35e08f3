import type { Span, SpanKind as SpanKinds } from '@opentelemetry/api'
import { type RequestSpan, type SpanFacts, useTracer } from './measured.ts'
import type { TraceSettings } from './trace-settings.ts'

type Sdk = Awaited<ReturnType<typeof load>>

// Loaded here instead of at the top, so that a server without tracing neither loads nor runs it.
async function load() {
  const [api, sdk, otlp, resources, hooks] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
  ])
  return { api, sdk, otlp, resources, hooks }
}

function createProvider(
  { sdk, otlp, resources }: Sdk,
  { sampler, ratio, batch }: TraceSettings,
  version: string,
) {
  const samplers = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  }
  return new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: samplers[sampler]() }),
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'nollie', 'service.version': version }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter(), ...batch })],
  })
}

/**
 * Sends spans for requests, statements, jobs, emails, and stored files to a collector. Spans contain names and numbers
 * but no personal data, and no request continues a client's trace.
 * @returns a function that sends the remaining spans and stops
 */
export async function startTraces(settings: TraceSettings, version: string): Promise<() => Promise<void>> {
  const loaded = await load()
  const { context, trace, SpanStatusCode, SpanKind, ROOT_CONTEXT } = loaded.api
  context.setGlobalContextManager(new loaded.hooks.AsyncLocalStorageContextManager())
  const provider = createProvider(loaded, settings, version)
  const tracer = provider.getTracer('nollie', version)
  const kinds: Record<SpanFacts['kind'], SpanKinds> = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    internal: SpanKind.INTERNAL,
  }
  const fail = (span: Span, error: unknown) => {
    // Records only the name, because messages can quote user input.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  useTracer({
    span: ({ name, kind, attributes }, run) =>
      tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, (span) =>
        run().then(
          (value) => {
            span.end()
            return value
          },
          (error: unknown) => {
            fail(span, error)
            span.end()
            throw error
          },
        ),
      ),
    request: (request_id): RequestSpan => {
      const attributes = { 'nollie.request_id': request_id }
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
      const inside = trace.setSpan(ROOT_CONTEXT, span)
      return {
        within: (next) => context.with(inside, next),
        end: ({ name, attributes: more }, status) => {
          span.updateName(name)
          span.setAttributes({ ...more, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
  })
  return async () => {
    useTracer(null)
    await provider.shutdown()
    context.disable()
  }
}
