import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

type Hosts = Record<'tileHosts' | 'mediaHosts' | 'connectHosts' | 'captchaHosts' | 'frameHosts', string[]>

function contentSecurityPolicy(
  { tileHosts, mediaHosts, connectHosts, captchaHosts, frameHosts }: Hosts,
  https: boolean,
) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...captchaHosts],
      styleSrc: ["'self'", ...captchaHosts],
      imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts, ...mediaHosts],
      mediaSrc: ["'self'", 'blob:', ...mediaHosts],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...tileHosts, ...connectHosts, ...captchaHosts],
      // Of our own pages, only the embedded map can be framed: its preview.
      frameSrc: ["'self'", ...captchaHosts, ...frameHosts],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(https ? { upgradeInsecureRequests: [] } : {}),
    },
  }
}

// Only what the map needs: no forms, plug-ins, frames, or inline code.
function framedPagePolicy(tileHosts: string[], https: boolean) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
      connectSrc: ["'self'", ...tileHosts],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ['*'],
      ...(https ? { upgradeInsecureRequests: [] } : {}),
    },
  }
}

type Helmet = Parameters<typeof helmet>[0]

function buildHeaders(options: Helmet): [name: string, value: string][] {
  const answer = new ServerResponse({ method: 'GET' } as IncomingMessage)
  helmet({ crossOriginEmbedderPolicy: false, ...options })({} as IncomingMessage, answer, (error) => {
    if (error) throw error
  })
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
}

function transportSecurity(https: boolean) {
  return https ? { maxAge: 31_536_000 } : (false as const)
}

/**
 * Builds the security headers for the only page that other sites can show in a frame. It has no `X-Frame-Options`,
 * sends no referrer, and can't use the device's sensors.
 */
export function framedPageHeaders({
  tileHosts,
  https,
}: {
  /** Other hosts that the map can load tiles from. */
  tileHosts: string[]
  https: boolean
}): ReadonlyMap<string, string> {
  return new Map([
    ...buildHeaders({
      contentSecurityPolicy: framedPagePolicy(tileHosts, https),
      strictTransportSecurity: transportSecurity(https),
      frameguard: false,
      referrerPolicy: { policy: 'no-referrer' },
    }),
    ['permissions-policy', 'geolocation=(), camera=(), microphone=(), payment=(), usb=()'],
  ])
}

/**
 * Builds the security headers for every response, including ones that match no route. They depend only on the
 * configuration, so they're built once.
 */
export function securityHeaders(options: {
  /** Other hosts that the map can load tiles from. */
  tileHosts: string[]
  /** Other origins that the page can load images and videos from. */
  mediaHosts: string[]
  /** Other hosts that the client can connect to. */
  connectHosts: string[]
  /** Other hosts that a CAPTCHA can load scripts, styles, and frames from. */
  captchaHosts: string[]
  /** Other hosts whose pages can be framed. */
  frameHosts: string[]
  https: boolean
}): ReadonlyMap<string, string> {
  const { https, ...hosts } = options
  return new Map([
    ...buildHeaders({
      contentSecurityPolicy: contentSecurityPolicy(hosts, https),
      strictTransportSecurity: transportSecurity(https),
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
    ['permissions-policy', 'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()'],
  ])
}
