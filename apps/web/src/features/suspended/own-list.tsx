import type { OwnThing } from '@nollie/contract'
import type { OwnKind } from '@nollie/contract/own-kinds'
import { m } from '../../i18n/messages.ts'
import { Photo } from '../../ui/index.ts'
import { dayText } from '../settings/index.ts'
import { OwnThings } from './own-states.tsx'

const sharedText = ({ shared, spot }: OwnThing): string | null => {
  if (shared === 'post') return m.suspended_shared_post()
  if (shared !== 'spot') return null
  return spot ? m.suspended_shared_spot({ spot }) : m.suspended_shared_spot_gone()
}

/** Where and when, in parts. */
const factsOf = (kind: OwnKind, { created_at, under, to, place, is_hidden }: OwnThing): string[] => [
  ...(kind === 'messages' ? [to ? m.suspended_to({ name: to }) : m.suspended_to_nobody()] : []),
  ...(under ? [under === 'post' ? m.suspended_under_post() : m.suspended_under_discussion()] : []),
  ...(place ? [place] : []),
  dayText(created_at),
  ...(is_hidden ? [m.suspended_hidden()] : []),
]

function Thing({ kind, thing }: { kind: OwnKind; thing: OwnThing }) {
  const { title, words, media } = thing
  const shared = sharedText(thing)
  const [cover] = media
  return (
    <li className="own-thing">
      {cover && <Photo media={cover} alt="" square className="own-cover" />}
      <div className="settings-words">
        {title && (
          <h3>
            <bdi>{title}</bdi>
          </h3>
        )}
        {words && (
          <p className="own-words">
            <bdi>{words}</bdi>
          </p>
        )}
        {shared && <p className="own-words">{shared}</p>}
        <p className="settings-meta">
          <bdi>{factsOf(kind, thing).join(' · ')}</bdi>
        </p>
      </div>
    </li>
  )
}

/** What somebody made that is mostly words, newest first. */
export function OwnList({ kind }: { kind: Exclude<OwnKind, 'posts'> }) {
  return (
    <OwnThings kind={kind}>
      {(things) => (
        <ul>
          {things.map((thing) => (
            <Thing key={thing.id} kind={kind} thing={thing} />
          ))}
        </ul>
      )}
    </OwnThings>
  )
}
