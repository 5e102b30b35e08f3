import { z } from 'zod'
import type { ServerCertificate } from '../platform/http/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

const PEM = /^-----BEGIN [A-Z ]+-----\s[\s\S]+-----END [A-Z ]+-----\s*$/

// An IPv6 address can be written in several ways, with and without brackets; URLs have only one of them.
function toHostname(host: string): string {
  if (!host.includes(':')) return host
  const url = `http://[${host.replace(/^\[(.*)\]$/, '$1')}]`
  return URL.canParse(url) ? new URL(url).hostname : host
}

/** Environment variables for encrypted connections between this server and an installation's other programs. */
export const ENCRYPTION_VARIABLES = {
  TLS_CERT: z.string().regex(PEM, 'must be a PEM certificate; set TLS_CERT_FILE to use a path').optional(),
  TLS_KEY: z.string().regex(PEM, 'must be a PEM key; set TLS_KEY_FILE to use a path').optional(),
  UNENCRYPTED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((part) => toHostname(part.trim().toLowerCase())))
    .refine(
      (list) => list.every((host) => /^[\w.:[\]-]+$/.test(host)),
      'must be host names separated by commas',
    )
    .default([]),
}

/**
 * Reads the certificate for a server that uses TLS itself; null means that it uses HTTP.
 * @throws StartRefused if the certificate or its key is missing
 */
export function readCertificate(data: {
  TLS_CERT?: string | undefined
  TLS_KEY?: string | undefined
}): ServerCertificate | null {
  const { TLS_CERT: cert, TLS_KEY: key } = data
  if (!cert !== !key) throw new StartRefused('TLS_CERT and TLS_KEY must be set together')
  return cert && key ? { cert, key } : null
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** Modes that also verify the database's certificate. */
const SAFE_MODES: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full'])

// A socket on this machine has a path instead of a host.
function isHere({ hostname }: URL): boolean {
  return hostname === '' || LOOPBACK.test(hostname) || hostname.toLowerCase().startsWith('%2f')
}

function isEncrypted({ protocol, searchParams }: URL): boolean {
  return /^postgres(ql)?:$/.test(protocol)
    ? SAFE_MODES.has(searchParams.get('sslmode') ?? '')
    : !['http:', 'nats:', 'tcp:'].includes(protocol)
}

function helpFor({ protocol }: URL): string {
  return /^postgres(ql)?:$/.test(protocol)
    ? 'add ?sslmode=verify-full to it'
    : 'use its encrypted form (https:, tls:)'
}

/**
 * Refuses service URLs that would send unencrypted data over a network. Hosts listed by the operator are exempt,
 * because their network may be encrypted. Mail servers aren't checked, because an `smtp:` connection is encrypted
 * before anything is sent.
 * @throws StartRefused with one line per URL
 */
export function requireEncryption(
  links: Readonly<Record<string, readonly (string | undefined)[]>>,
  unencrypted: readonly string[],
): void {
  const bare = Object.entries(links).flatMap(([name, addresses]) =>
    addresses
      .flatMap((text) => text?.split(',') ?? [])
      .map((text) => new URL(text.trim()))
      .filter((url) => !isHere(url) && !isEncrypted(url) && !unencrypted.includes(url.hostname.toLowerCase()))
      .map(
        (url) =>
          `${name} would go to ${url.hostname} unencrypted: ${helpFor(url)}, or add the host to UNENCRYPTED_HOSTS if its network is encrypted or private`,
      ),
  )
  if (bare.length > 0) throw new StartRefused(bare.join('\n'))
}

/** Whether emails can be sent to this server without encryption. */
export function mayMailInTheClear(smtpUrl: string | undefined, unencrypted: readonly string[]): boolean {
  if (!smtpUrl) return false
  const url = new URL(smtpUrl)
  return isHere(url) || unencrypted.includes(url.hostname.toLowerCase())
}
