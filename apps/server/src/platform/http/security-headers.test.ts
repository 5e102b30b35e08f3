import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const headersWith = (https: boolean) =>
  securityHeaders({ tileHosts: [], mediaHosts: [], connectHosts: [], https })

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
