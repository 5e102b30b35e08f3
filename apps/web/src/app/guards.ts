import { pageOfShort } from '@nollie/contract/short-links'
import { notFound, redirect } from '@tanstack/react-router'
import { safePath } from '../lib/safe-path.ts'
import { session } from '../lib/session.ts'
import { HOME, SUSPENDED } from './paths.ts'

// Screens without a session: terms, mailed links, a notice, the deletion of an account.
const OPEN_TO_ALL = /^\/(?:terms|privacy|notice|appeal|my-data|delete-account|auth\/\w+)\/?$/

/** For every screen: a short link inside the product leads where the server sends one that comes from outside. */
export function followShortLink({ location }: { location: { pathname: string; searchStr: string } }): void {
  const page = pageOfShort(location.pathname)
  if (page) throw redirect({ href: `${page}${location.searchStr}`, replace: true })
  if (page === null) throw notFound()
}

/**
 * For every screen: who is suspended has one of their own, and those open to all. Waits for nothing: what is for members
 * waits by itself, and what is for visitors is looked at again once it is known who is there.
 */
export function redirectSuspended({ location }: { location: { pathname: string } }): void {
  if (session.get().status !== 'suspended') return
  if (location.pathname === SUSPENDED || OPEN_TO_ALL.test(location.pathname)) return
  throw redirect({ to: SUSPENDED, replace: true })
}

/** For those who are suspended; everybody else goes where they belong. */
export async function suspendedOnly(): Promise<void> {
  const { status } = await session.ready()
  if (status === 'suspended') return
  throw redirect({ to: status === 'signed-in' ? HOME : '/auth', replace: true })
}

/** For members: visitors go to the sign-in screen, which brings them back here. */
export async function memberOnly({ location }: { location: { href: string } }): Promise<void> {
  const { status } = await session.ready()
  if (status === 'signed-in') return
  if (status === 'suspended') throw redirect({ to: SUSPENDED, replace: true })
  const next = location.href === HOME ? {} : { next: location.href }
  throw redirect({ to: '/auth', search: next, replace: true })
}

/**
 * As {@link memberOnly}; but a form that is open when the session ends stays, with what was typed, and its screen asks to
 * sign in (PROF-19).
 */
export async function memberOrOpenForm(to: {
  cause: string
  location: { href: string; search: { edit?: unknown } }
}): Promise<void> {
  const isOpen = to.cause === 'stay' && String(to.location.search.edit) === '1'
  if (isOpen && (await session.ready()).status === 'signed-out') return
  await memberOnly(to)
}

/** For admins: to other members the screen is not there. */
export async function adminOnly(to: { location: { href: string } }): Promise<void> {
  await memberOnly(to)
  if (!(await session.ready()).user?.is_admin) throw notFound()
}

/** For visitors: members go where they wanted to, or home. */
export async function visitorOnly({ search }: { search: { next?: string } }): Promise<void> {
  const { status } = await session.ready()
  if (status === 'suspended') throw redirect({ to: SUSPENDED, replace: true })
  if (status !== 'signed-in') return
  throw redirect({ href: safePath(search.next, HOME), replace: true })
}
