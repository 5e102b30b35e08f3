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
      ...(captchaHosts.length + frameHosts.length > 0 ? { frameSrc: [...captchaHosts, ...frameHosts] } : {}),
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(https ? { upgradeInsecureRequests: [] } : {}),
    },
  }
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
