import { X } from 'lucide-react'
import { Suspense } from 'react'
import { m } from '../../i18n/messages.ts'
import { dayText } from '../../lib/format.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { AppLink, Avatar, IconButton, Time } from '../../ui/index.ts'
import { Caption } from './caption.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemMenu } from './item-menu.tsx'
import { Stage } from './stage.tsx'
import type { ItemName, LightboxItem, LightboxSpot } from './lightbox-item.ts'
import { describeItem } from './lightbox-text.ts'
import { ViewSpot } from './view-spot.tsx'
import styles from './lightbox.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LightboxComments = lazyPart(() =>
  import('./lightbox-comments.tsx').then(({ LightboxComments }) => ({ default: LightboxComments })),
)

type Props = {
  items: readonly LightboxItem[]
  index: number
  more: boolean
  getSpot: (item: LightboxItem) => LightboxSpot | null
  viewSpot: boolean
  comments: boolean
  onComments: (open: boolean) => void
  onGo: (index: number) => void
  onClose: () => void
  onRemoved: (item: ItemName) => void
}

/** The lightbox's content for an item: author and time at the top, the stage, the actions, and the comments. */
export function LightboxBody({
  items,
  index,
  more,
  getSpot,
  viewSpot,
  comments,
  onComments,
  onGo,
  onClose,
  onRemoved,
}: Props) {
  const item = items[index] as LightboxItem
  const spot = getSpot(item)
  // Dialogs belong to one item and close when it changes.
  const name = `${item.post_id}.${item.media_index}`
  const labels = { item: describeItem(item, spot), position: index + 1, total: items.length }
  return (
    <>
      <div className={styles.main}>
        <div className={styles.bar}>
          <IconButton label={m.shell_close()} onClick={onClose}>
            <X size={26} aria-hidden="true" />
          </IconButton>
          <AppLink className={styles.person} href={`/user/${item.user.user_id}`}>
            <Avatar person={item.user} size={38} />
            <span>
              <b>
                <bdi>{getName(item.user, NAMELESS.poster)}</bdi>
              </b>
              <Time at={item.created_at}>{dayText(item.created_at)}</Time>
            </span>
          </AppLink>
          <ItemMenu key={name} item={item} spot_id={spot?.id ?? null} onRemoved={() => onRemoved(item)} />
        </div>
        <p className="sr-only" aria-live="polite">
          {m.lightbox_position(labels)}
        </p>
        <Stage
          items={items}
          index={index}
          more={more}
          getSpot={getSpot}
          onStep={(by) => onGo(index + by)}
          onClose={onClose}
          plate={<ViewSpot spot={spot} viewSpot={viewSpot} />}
        />
        <Caption key={`caption-${name}`} item={item} />
        <ItemActions item={item} comments={comments} onComments={onComments} />
      </div>
      {comments && (
        <Suspense fallback={<div className={styles.panel} />}>
          <LightboxComments key={name} item={item} onClose={() => onComments(false)} />
        </Suspense>
      )}
    </>
  )
}
