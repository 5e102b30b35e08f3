import { pageOfShort } from '@nollie/contract/short-links'
import { notFound, redirect } from '@tanstack/react-router'
import { safePath } from '../lib/safe-path.ts'
import { session } from '../lib/session.ts'
import { HOME, SUSPENDED } from './paths.ts'

// Screens that don't require a session: terms, links from emails, notices, and account deletion.
const OPEN_TO_ALL = /^\/(?:terms|privacy|notice|appeal|my-data|delete-account|auth\/[\w-]+(?:\/[\w-]+)?)\/?$/

/** Guard for every screen: redirects short links within the app as the server does. */
export function followShortLink({ location }: { location: { pathname: string; searchStr: string } }): void {
  const page = pageOfShort(location.pathname)
  if (page) throw redirect({ href: `${page}${location.searchStr}`, replace: true })
  if (page === null) throw notFound()
}

/**
 * Guard for every screen: redirects suspended people to `/suspended`, except on screens open to everyone. Doesn't wait
 * for the session, because member guards do, and all guards run again once it's loaded.
 */
export function redirectSuspended({ location }: { location: { pathname: string } }): void {
  if (session.get().status !== 'suspended') return
  if (location.pathname === SUSPENDED || OPEN_TO_ALL.test(location.pathname)) return
  throw redirect({ to: SUSPENDED, replace: true })
}

/** Guard for suspended people: redirects members to the home screen and visitors to the sign-in screen. */
export async function suspendedOnly(): Promise<void> {
  const { status } = await session.ready()
  if (status === 'suspended') return
  throw redirect({ to: status === 'signed-in' ? HOME : '/auth', replace: true })
}

/** Guard for members: redirects visitors to the sign-in screen, which returns here. */
export async function memberOnly({ location }: { location: { href: string } }): Promise<void> {
  const { status } = await session.ready()
  if (status === 'signed-in') return
  if (status === 'suspended') throw redirect({ to: SUSPENDED, replace: true })
  const next = location.href === HOME ? {} : { next: location.href }
  throw redirect({ to: '/auth', search: next, replace: true })
}

/**
 * Like {@link memberOnly}, except that an open form stays open with its values if the session ends. Its screen asks the
 * person to sign in (PROF-19).
 */
export async function memberOrOpenForm(to: {
  cause: string
  location: { href: string; search: { edit?: unknown } }
}): Promise<void> {
  const isOpen = to.cause === 'stay' && String(to.location.search.edit) === '1'
  if (isOpen && (await session.ready()).status === 'signed-out') return
  await memberOnly(to)
}

/** Guard for admins: everyone else gets the "not found" page. */
export async function adminOnly(to: { location: { href: string } }): Promise<void> {
  await memberOnly(to)
  if (!(await session.ready()).user?.is_admin) throw notFound()
}

/** Guard for visitors: redirects members to the path they requested, or to the home screen. */
export async function visitorOnly({ search }: { search: { next?: string } }): Promise<void> {
  const { status } = await session.ready()
  if (status === 'suspended') throw redirect({ to: SUSPENDED, replace: true })
  if (status !== 'signed-in') return
  throw redirect({ href: safePath(search.next, HOME), replace: true })
}
