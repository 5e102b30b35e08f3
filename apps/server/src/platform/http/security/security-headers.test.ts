import { expect, test } from 'vitest'
import { framedPageHeaders, securityHeaders } from './security-headers.ts'

function headersWith(https: boolean, captchaHosts: string[] = [], frameHosts: string[] = []) {
  return securityHeaders({ tileHosts: [], mediaHosts: [], connectHosts: [], captchaHosts, frameHosts, https })
}

function getPolicy(headers: ReadonlyMap<string, string>) {
  return headers.get('content-security-policy') ?? ''
}

test('with TLS, sends HSTS for a year, including subdomains; without TLS, sends no HSTS', () => {
  expect(headersWith(true).get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headersWith(true).get('content-security-policy')).toContain('upgrade-insecure-requests')
  expect(headersWith(false).get('strict-transport-security')).toBeUndefined()
})

test('sends no referrer to other sites, and allows no plug-ins or base URLs', () => {
  const headers = headersWith(true)
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('content-security-policy')).toContain("object-src 'none';base-uri 'none'")
})

test('allows scripts and frames only from the CAPTCHA', () => {
  expect(getPolicy(headersWith(true))).toContain("frame-src 'self';")
  expect(getPolicy(headersWith(true))).toContain("script-src 'self' 'wasm-unsafe-eval';")
  const policy = getPolicy(headersWith(true, ['https://captcha.example']))
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://captcha.example;")
  expect(policy).toContain("frame-src 'self' https://captcha.example;")
})

test("allows a provider's page only in frames", () => {
  const policy = getPolicy(headersWith(true, [], ['https://ads.example']))
  expect(policy).toContain("frame-src 'self' https://ads.example;")
  expect(policy.split('https://ads.example')).toHaveLength(2)
})

test('a page for frames of other sites allows only what its map needs', () => {
  const headers = framedPageHeaders({ tileHosts: ['https://tiles.example'], https: true })
  expect(getPolicy(headers)).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob: https://tiles.example;connect-src 'self' https://tiles.example;worker-src 'self';base-uri 'none';form-action 'none';frame-ancestors *;upgrade-insecure-requests",
  )
  expect(headers.has('x-frame-options')).toBe(false)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('permissions-policy')).toBe(
    'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
  )
  expect(getPolicy(headersWith(true))).toContain("frame-ancestors 'none'")
})
