import { z } from 'zod'
import { AdPlace } from '../ads/index.ts'
import { endpoint } from '../endpoint.ts'

const Health = z.object({
  status: z.enum(['ok', 'failing']),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
})

export const systemEndpoints = {
  getConfig: endpoint('GET /api/config', {
    summary: 'Get this server’s features and settings, for clients',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({
      /** `auto`, `shipped`, or the URL of a MapLibre style. */
      map_style: z.string(),
      /** Services that locate an IP address (`latitude`/`longitude` or `lat`/`lon`), tried in order after our own. */
      location_services: z.array(z.string()),
      /** The operator's name and email address, for the terms; null if not configured. */
      operator: z.object({ name: z.string().nullable(), contact: z.string().nullable() }),
      /** Whether people can upload videos; false if the server has no encoder. */
      videos: z.boolean(),
      /** Whether the server stores a copy of a photo shared by URL; otherwise, the photo remains a link. */
      copies_photos: z.boolean(),
      ads: AdPlace,
      /**
       * The path of the page with unsent emails. In development, it includes the key. Only for requests from the
       * server's own machine, if no mail server is configured.
       */
      outbox: z.string().nullable(),
    }),
  }),
  live: endpoint('GET /api/health/live', {
    summary: 'Check that the process is running',
    policy: 'anyone',
    rate: 'health',
    answer: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint('GET /api/health/ready', {
    summary:
      'Check that the database, storage, and queue respond. Returns 503 if one of them doesn’t, or while the server is stopping.',
    policy: 'anyone',
    rate: 'health',
    answer: Health,
  }),
  metrics: endpoint('GET /metrics', {
    summary:
      'Get this process’s metrics in OpenMetrics format. Requires `METRICS_TOKEN` as the bearer token. Returns 404 if no token is configured.',
    policy: 'anyone',
    rate: 'read',
    status: 200,
    errors: ['NOT_FOUND', 'SESSION_MISSING'],
  }),
  openapi: endpoint('GET /api/openapi.json', {
    summary: 'Get the OpenAPI 3.1 description of this API',
    policy: 'anyone',
    rate: 'read',
    answer: z.looseObject({ openapi: z.string() }),
  }),
  apiDocs: endpoint('GET /api/docs', {
    summary: 'Get this API’s documentation as a web page',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  apiDocsStyle: endpoint('GET /api/docs.css', {
    summary: 'Get the style sheet of the API documentation',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
}
