import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

const contentSecurityPolicy = (tileHosts: string[], connectHosts: string[], https: boolean) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...tileHosts, ...connectHosts],
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(https ? { upgradeInsecureRequests: [] } : {}),
  },
})

/**
 * The headers that every answer carries, also those that never reach a route: they depend on the configuration alone, so
 * they are computed once.
 */
export const securityHeaders = (options: {
  /** Hosts beside our own that the map may load tiles from. */
  tileHosts: string[]
  /** Hosts beside our own that the client may ask. */
  connectHosts: string[]
  https: boolean
}): ReadonlyMap<string, string> => {
  const answer = new ServerResponse({ method: 'GET' } as IncomingMessage)
  const { tileHosts, connectHosts, https } = options
  helmet({
    contentSecurityPolicy: contentSecurityPolicy(tileHosts, connectHosts, https),
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })({} as IncomingMessage, answer, (error) => {
    if (error) throw error
  })
  return new Map([
    ...Object.entries(answer.getHeaders()).map(([name, value]): [string, string] => [name, String(value)]),
    ['permissions-policy', 'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()'],
  ])
}
