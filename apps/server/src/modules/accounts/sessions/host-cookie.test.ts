import { describe, expect, test } from 'vitest'
import { createHostCookie } from './host-cookie.ts'

const plain = createHostCookie(new URL('http://localhost:3000'), 'nollie.test', 60)
const secure = createHostCookie(new URL('https://nollie.example'), 'nollie.test', 60)

describe('a cookie of this host', () => {
  test('B1 is hidden from scripts and other sites’ forms, and with TLS bound to the host', () => {
    expect(plain.set('x')).toBe('nollie.test=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
    expect(secure.set('x')).toBe('__Host-nollie.test=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure')
    expect(secure.remove()).toBe('__Host-nollie.test=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  })

  test.for([
    ['nollie.test=x', 'x'],
    ['a=b; nollie.test=x; c=d', 'x'],
    ['a=b;nollie.test=x;c=d', 'x'],
    ['nollie.test=x=y', 'x=y'],
    ['nollie.test=', ''],
    ['nollie.test=old; nollie.test=new', 'new'],
    ['not.nollie.test=x', null],
    ['nollie.tests=x', null],
    ['a=nollie.test=x', null],
    ['nollieXtest=x', null],
    ['nollie.test', null],
    ['__Host-nollie.test=x', null],
    ['', null],
    [undefined, null],
  ])('is read from %o as %o', ([header, value]) => {
    expect(plain.read(header ?? undefined)).toBe(value)
  })

  test('with TLS, a cookie that a neighboring host could have set doesn’t count', () => {
    expect(secure.read('nollie.test=theirs')).toBeNull()
    expect(secure.read('nollie.test=theirs; __Host-nollie.test=ours')).toBe('ours')
  })
})
