import { notFound, redirect } from '@tanstack/react-router'
import { safePath } from '../lib/safe-path.ts'
import { session } from '../lib/session.ts'
import { HOME } from './front-door-paths.ts'

/** For members: visitors go to the sign-in screen, which brings them back here. */
export async function memberOnly({ location }: { location: { href: string } }): Promise<void> {
  if ((await session.ready()).status === 'signed-in') return
  const next = location.href === HOME ? {} : { next: location.href }
  throw redirect({ to: '/auth', search: next, replace: true })
}

/** For admins: to other members the screen is not there. */
export async function adminOnly(to: { location: { href: string } }): Promise<void> {
  await memberOnly(to)
  if (!(await session.ready()).user?.is_admin) throw notFound()
}

/** For visitors: members go where they wanted to, or home. */
export async function visitorOnly({ search }: { search: { next?: string } }): Promise<void> {
  if ((await session.ready()).status !== 'signed-in') return
  throw redirect({ href: safePath(search.next, HOME), replace: true })
}
