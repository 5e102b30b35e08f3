import type { Spot, SpotChange } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { messageOf } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { Avatar, Button, Loading, Time, Sheet } from '../../ui/index.ts'
import { spotHistoryQuery } from './spot-changes.ts'
import { type ReadableChange, readableChanges } from './spot-history.ts'
import './spot-dialogs.css'
import './spots.css'

const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const sentence = (change: SpotChange): string => {
  const name = change.user ? nameOf(change.user) : m.spot_history_nobody()
  switch (change.action) {
    case 'edit':
      return m.spot_history_edit({ name })
    case 'status':
      return change.before.status === 'gone' ? m.spot_history_open({ name }) : m.spot_history_gone({ name })
    case 'cover':
      return m.spot_history_cover({ name })
    case 'delete':
      return m.spot_history_delete({ name })
    case 'restore':
      return m.spot_history_restore({ name })
  }
}

function Change({ change, fields }: ReadableChange) {
  return (
    <li className="history-change">
      <Avatar person={change.user} size={38} />
      <div className="min-w-0">
        <p className="history-who">
          <bdi>{sentence(change)}</bdi>
        </p>
        <Time className="text-xs text-ink-3" at={change.created_at}>
          {dateTime.format(new Date(change.created_at))}
        </Time>
        {fields.length > 0 && (
          <dl className="history-fields">
            {fields.map(({ label, before, after }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <del>{before ?? m.spot_history_nothing()}</del>
                  <ArrowRight size={15} aria-label={m.spot_history_became()} />
                  <ins>{after ?? m.spot_history_nothing()}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

/** Who changed a spot and what, newest first; for its creator and admins. */
export function HistoryDialog({ spot, onClose }: { spot: Spot; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { data, error, isPending, refetch } = useQuery(spotHistoryQuery(spot.id))
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClose} title={m.spot_history()}>
      {isPending && <Loading label={m.shell_loading()} />}
      {error && (
        <div className="gallery-failed" role="alert">
          <p>{messageOf(error, m.spot_history_failed())}</p>
          <Button variant="line" size="sm" onClick={() => void refetch()}>
            {m.shell_retry()}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className="sheet-text">{m.spot_history_empty()}</p>}
      {data && data.length > 0 && (
        <ol className="history">
          {readableChanges(spot, data).map((one) => (
            <Change key={one.change.id} {...one} />
          ))}
        </ol>
      )}
    </Sheet>
  )
}
