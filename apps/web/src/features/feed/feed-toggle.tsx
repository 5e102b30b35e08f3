// Don't use an icon from other screens: those are in a shared chunk, which this screen would then load.
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { writeStoredInTab, readStoredInTab } from '../../lib/storage.ts'
import { useSession } from '../../lib/use-session.ts'
import type { FeedFilter } from '../posts/index.ts'
import { buttonLook } from '../../ui/button.tsx'
import styles from './feed.module.css'

function nameFor(user_id: string | undefined) {
  return `nollie.feed.${user_id ?? ''}`
}

/** Returns the selected filter, which is stored for this tab (G-26), and its setter. */
export function useFeedFilter(): [FeedFilter, (filter: FeedFilter) => void] {
  const { user } = useSession()
  const name = nameFor(user?.user_id)
  const [filter, setFilter] = useState<FeedFilter>(() =>
    readStoredInTab(name) === 'followed' ? 'followed' : 'all',
  )
  return [
    filter,
    (next) => {
      setFilter(next)
      writeStoredInTab(name, next === 'all' ? null : next)
      scrollTo({ top: 0, behavior: 'instant' })
    },
  ]
}

type Props = { filter: FeedFilter; onChange: (filter: FeedFilter) => void }

/** A toggle between everyone's posts and posts by followed people. Its label says what selecting it does. */
export function FeedToggle({ filter, onChange }: Props) {
  const isOn = filter === 'followed'
  return (
    <button
      type="button"
      {...buttonLook({ variant: 'plain', size: 'sm', className: styles.toggle })}
      data-on={isOn ? '' : undefined}
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? 'all' : 'followed')}
    >
      <UserRoundCheck size={16} aria-hidden="true" />
      {isOn ? m.feed_show_all() : m.feed_show_followed()}
    </button>
  )
}
