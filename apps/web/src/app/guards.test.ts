import { shortPath } from '@nollie/contract/short-links'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { beforeEach, expect, test } from 'vitest'
import { session } from '../lib/session.ts'
import { followShortLink, redirectSuspended, memberOrOpenForm, suspendedOnly, visitorOnly } from './guards.ts'

const maya = {
  user_id: '0199e3a0-0000-7000-8000-000000000001',
  email: 'maya@alder.bay',
  username: 'mayapops',
  full_name: null,
  avatar_url: null,
  is_admin: false,
}

function signIn(is_suspended: boolean) {
  return session.signedIn({ user: maya, expires_at: '2026-12-01T00:00:00.000Z', is_suspended })
}

/** Returns the path that a guard redirects to; null if it lets the visitor pass. */
async function ledTo(guard: () => void | Promise<void>): Promise<string | null> {
  try {
    await guard()
    return null
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return thrown.options.to ?? thrown.options.href ?? ''
  }
}

function at(pathname: string) {
  return ledTo(() => redirectSuspended({ location: { pathname } }))
}

beforeEach(() => session.signedOut())

test('sends suspended people to their screen, except from screens open to everyone', async () => {
  signIn(true)
  const closed = ['/', '/welcome', '/auth', '/spots', '/spots/a1', '/dashboard', '/settings', '/admin', '/x']
  for (const path of closed) expect(await at(path), path).toBe('/suspended')
  const open = ['/suspended', '/terms', '/privacy', '/notice', '/appeal', '/my-data', '/delete-account']
  for (const path of [...open, '/auth/verify', '/auth/password', '/auth/undo'])
    expect(await at(path), path).toBeNull()
  expect(await ledTo(suspendedOnly)).toBeNull()
  expect(await ledTo(() => visitorOnly({ search: { next: '/feed' } }))).toBe('/suspended')
})

test('redirects everyone else away from the suspended screen, but from no other screen', async () => {
  expect(await ledTo(suspendedOnly)).toBe('/auth')
  expect(await at('/spots')).toBeNull()
  signIn(false)
  expect(await ledTo(suspendedOnly)).toBe('/dashboard')
  expect(await at('/spots')).toBeNull()
})

test('PROF-01 PROF-19 leaves an open form in place when the session ends; opening one signed out redirects to sign-in', async () => {
  const form = (cause: string, edit?: string) =>
    ledTo(() =>
      memberOrOpenForm({ cause, location: { href: '/profile?edit=1', search: edit ? { edit } : {} } }),
    )
  expect(await form('stay', '1')).toBeNull()
  expect(await form('enter', '1')).toBe('/auth')
  expect(await form('preload', '1')).toBe('/auth')
  expect(await form('stay')).toBe('/auth')
  signIn(true)
  expect(await form('stay', '1')).toBe('/suspended')
})

test('redirects short links the same way the server does, and ignores unknown ones', async () => {
  const follow = (path: string, searchStr = '') =>
    ledTo(() => followShortLink({ location: { pathname: path, searchStr } }))
  expect(await follow(shortPath('spot', maya.user_id), '?item=1')).toBe(`/spots/${maya.user_id}?item=1`)
  expect(await follow(`/user/${maya.user_id}`)).toBeNull()
  expect(await follow('/user/nobody')).toBeNull()
  await expect(follow(`${shortPath('post', maya.user_id)}0`)).rejects.toSatisfy(isNotFound)
})
