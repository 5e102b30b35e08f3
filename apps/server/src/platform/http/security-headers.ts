import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

type Hosts = Record<'tileHosts' | 'mediaHosts' | 'connectHosts' | 'captchaHosts' | 'frameHosts', string[]>

const contentSecurityPolicy = (
  { tileHosts, mediaHosts, connectHosts, captchaHosts, frameHosts }: Hosts,
  https: boolean,
) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...captchaHosts],
    styleSrc: ["'self'", ...captchaHosts],
    imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts, ...mediaHosts],
    mediaSrc: ["'self'", 'blob:', ...mediaHosts],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...tileHosts, ...connectHosts, ...captchaHosts],
    ...(captchaHosts.length + frameHosts.length > 0 ? { frameSrc: [...captchaHosts, ...frameHosts] } : {}),
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(https ? { upgradeInsecureRequests: [] } : {}),
  },
})

/**
 * The security headers of every response, even without a route. They only depend on the configuration, so they are
 * computed once.
 */
export const securityHeaders = (options: {
  /** Other hosts that the map may load tiles from. */
  tileHosts: string[]
  /** Other origins that the page may load images and videos from. */
  mediaHosts: string[]
  /** Other hosts that the client may connect to. */
  connectHosts: string[]
  /** Other hosts of scripts, styles, and frames for a CAPTCHA. */
  captchaHosts: string[]
  /** Other hosts whose pages may be framed. */
  frameHosts: string[]
  https: boolean
}): ReadonlyMap<string, string> => {
  const answer = new ServerResponse({ method: 'GET' } as IncomingMessage)
  const { https, ...hosts } = options
  helmet({
    contentSecurityPolicy: contentSecurityPolicy(hosts, https),
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
