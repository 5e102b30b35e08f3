import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/use-session.ts'
import { accountKeys } from '../../../lib/keys/accounts.ts'
import { Note } from '../../../ui/notices/note.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import styles from '../auth.module.css'

/** Shown when a person is suspended while the app is open. It gives the reason and the person's options. */
export function SuspendedNotice() {
  const state = useSession()
  const isHere = state.status === 'signed-out' && state.suspendedHere === true
  const { data } = useQuery({
    queryKey: accountKeys.suspension,
    queryFn: ({ signal }) => call('GET /api/my-data/suspension/notice', { signal }),
    enabled: isHere,
  })
  if (!isHere) return null
  return (
    <Notice
      warn
      role="alert"
      className={styles.suspended}
      icon={<Ban size={24} aria-hidden="true" />}
      title={m.suspended_title()}
    >
      {data?.reasons.map((reason) => (
        <blockquote key={reason} className={styles.reason}>
          <bdi>{reason}</bdi>
        </blockquote>
      ))}
      <Note>{m.accounts_suspended_text()}</Note>
    </Notice>
  )
}
