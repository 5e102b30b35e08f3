import type { OwnContent } from '@nollie/contract'
import type { OwnKind } from '@nollie/contract/my-data/own-kinds'
import { m } from '../../i18n/messages.ts'
import { Photo } from '../../ui/index.ts'
import { dayText } from '../../lib/format.ts'
import { OwnItems } from './own-items.tsx'
import styles from './suspended.module.css'
import { settingsLook } from '../settings/index.ts'

function sharedText({ shared, spot }: OwnContent): string | null {
  if (shared === 'post') return m.suspended_shared_post()
  if (shared === 'list') return m.suspended_shared_list()
  if (shared !== 'spot') return null
  return spot ? m.suspended_shared_spot({ spot }) : m.suspended_shared_spot_deleted()
}

/** Returns an item's place and time as separate parts. */
function describeContent(kind: OwnKind, { created_at, under, to, place, is_hidden }: OwnContent): string[] {
  return [
    ...(kind === 'messages' ? [to ? m.suspended_to({ name: to }) : m.suspended_to_former_member()] : []),
    ...(under ? [under === 'post' ? m.suspended_under_post() : m.suspended_under_discussion()] : []),
    ...(place ? [place] : []),
    dayText(created_at),
    ...(is_hidden ? [m.suspended_hidden()] : []),
  ]
}

function OwnItem({ kind, item }: { kind: OwnKind; item: OwnContent }) {
  const { title, words, media } = item
  const shared = sharedText(item)
  const [cover] = media
  return (
    <li className={styles.ownItem}>
      {cover && <Photo media={cover} alt="" square className={styles.ownCover} />}
      <div className={settingsLook.info}>
        {title && (
          <h3>
            <bdi>{title}</bdi>
          </h3>
        )}
        {words && (
          <p className={styles.ownText}>
            <bdi>{words}</bdi>
          </p>
        )}
        {shared && <p className={styles.ownText}>{shared}</p>}
        <p className={settingsLook.meta}>
          <bdi>{describeContent(kind, item).join(' · ')}</bdi>
        </p>
      </div>
    </li>
  )
}

/** The person's own text content, newest first. */
export function OwnList({ kind }: { kind: Exclude<OwnKind, 'posts'> }) {
  return (
    <OwnItems kind={kind}>
      {(items) => (
        <ul>
          {items.map((item) => (
            <OwnItem key={item.id} kind={kind} item={item} />
          ))}
        </ul>
      )}
    </OwnItems>
  )
}
