import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

/** Shown to a person who was suspended while the app was open: that they are, why, and what they can do about it. */
export function SuspendedNotice() {
  const state = useSession()
  const isHere = state.status === 'signed-out' && state.suspendedHere === true
  const { data } = useQuery({
    queryKey: ['suspension-notice'],
    queryFn: ({ signal }) => call('GET /api/my-data/suspension/notice', { signal }),
    enabled: isHere,
  })
  if (!isHere) return null
  return (
    <div className="auth-notice auth-notice-warn auth-suspended" role="alert">
      <Ban size={24} aria-hidden="true" />
      <div>
        <p className="font-strong">{m.suspended_title()}</p>
        {data?.reasons.map((reason) => (
          <blockquote key={reason} className="auth-notice-reason">
            <bdi>{reason}</bdi>
          </blockquote>
        ))}
        <p className="text-ink-2">{m.auth_suspended_text()}</p>
      </div>
    </div>
  )
}
