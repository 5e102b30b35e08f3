import type { Spot, SpotChange } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { getMessage } from '../../../lib/api.ts'
import { dateFormat } from '../../../lib/format.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { Avatar, FailedNote, Loaded, Loading, Time, Sheet } from '../../../ui/index.ts'
import { spotHistoryQuery } from '../spot-change-requests.ts'
import { type ReadableChange, readableChanges } from './spot-history-text.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../spot-dialogs.module.css'
import spotsStyles from '../spots.module.css'

const dateTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

function sentence(change: SpotChange): string {
  if (change.source) return m.spots_history_import({ source: change.source })
  const name = change.user ? getName(change.user) : m.spots_history_former_member()
  switch (change.action) {
    case 'edit':
      return m.spots_history_edit({ name })
    case 'status':
      return change.before.status === 'gone' ? m.spots_history_open({ name }) : m.spots_history_gone({ name })
    case 'cover':
      return m.spots_history_cover({ name })
    case 'delete':
      return m.spots_history_delete({ name })
    case 'merge':
      return m.spots_history_merge({ name, spot: String(change.before.merged ?? '') })
    case 'unmerge':
      return m.spots_history_unmerge({ name, spot: String(change.before.merged ?? '') })
    case 'restore':
      return m.spots_history_restore({ name })
  }
}

function Change({ change, fields }: ReadableChange) {
  return (
    <li className={styles.historyChange}>
      <Avatar person={change.user} size={38} />
      <div className={styles.historyFacts}>
        <p className={styles.historyWho}>
          <bdi>{sentence(change)}</bdi>
        </p>
        <Time className={styles.historyWhen} at={change.created_at}>
          {dateTimeText(change.created_at)}
        </Time>
        {fields.length > 0 && (
          <dl className={styles.historyFields}>
            {fields.map(({ label, before, after }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <del>{before ?? m.spots_history_empty_value()}</del>
                  <ArrowRight size={15} aria-label={m.spots_history_changed_to()} />
                  <ins>{after ?? m.spots_history_empty_value()}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

/** A spot's changes with their authors, newest first. For its creator and admins. */
export function HistoryDialog({ spot, onClose }: { spot: Spot; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const query = useQuery(spotHistoryQuery(spot.id))
  const changes = query.data ?? []
  const failed = (retry: () => void) => (
    <FailedNote
      className={spotsStyles.galleryFailed}
      text={getMessage(query.error, m.spots_history_failed())}
      onRetry={retry}
    />
  )
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClose} title={m.spots_history()}>
      <Loaded query={query} failed={failed} skeleton={<Loading label={m.shell_loading()} />}>
        {changes.length === 0 ? (
          <p className={looks.sheetText}>{m.spots_history_empty()}</p>
        ) : (
          <ol className={styles.history}>
            {readableChanges(spot, changes).map((one) => (
              <Change key={one.change.id} {...one} />
            ))}
          </ol>
        )}
      </Loaded>
    </Sheet>
  )
}
