import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const headersWith = (https: boolean, captchaHosts: string[] = [], frameHosts: string[] = []) =>
  securityHeaders({ tileHosts: [], mediaHosts: [], connectHosts: [], captchaHosts, frameHosts, https })
const policyOf = (headers: ReadonlyMap<string, string>) => headers.get('content-security-policy') ?? ''

test('with TLS browsers keep to it for a year, on subdomains, too; without it nothing is promised', () => {
  expect(headersWith(true).get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headersWith(true).get('content-security-policy')).toContain('upgrade-insecure-requests')
  expect(headersWith(false).get('strict-transport-security')).toBeUndefined()
})

test('no other site learns the address of a page, and no plug-in or base is allowed', () => {
  const headers = headersWith(true)
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('content-security-policy')).toContain("object-src 'none';base-uri 'none'")
})

test('scripts and frames of others are those of the CAPTCHA alone', () => {
  expect(policyOf(headersWith(true))).not.toContain('frame-src')
  expect(policyOf(headersWith(true))).toContain("script-src 'self' 'wasm-unsafe-eval';")
  const policy = policyOf(headersWith(true, ['https://captcha.example']))
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://captcha.example;")
  expect(policy).toContain('frame-src https://captcha.example;')
})

test('a page of a provider is allowed in frames alone', () => {
  const policy = policyOf(headersWith(true, [], ['https://ads.example']))
  expect(policy).toContain('frame-src https://ads.example;')
  expect(policy.split('https://ads.example')).toHaveLength(2)
})
