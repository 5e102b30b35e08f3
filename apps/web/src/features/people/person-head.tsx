import type { Profile } from '@nollie/contract'
import { AtSign, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { Avatar, CollapsibleText } from '../../ui/index.ts'
import { preloadLightbox } from '../lightbox/index.ts'
import { DeckGraphic } from './deck-graphic.tsx'
import { MutualPeople } from './mutual-people.tsx'

/** The address of an Instagram profile as the server stores it, and the name in it; null for anything else. */
export const instagramOf = (url: string | null): { href: string; name: string } | null => {
  const name = /^https:\/\/www\.instagram\.com\/([\w.]{1,30})$/.exec(url ?? '')?.[1]
  return name ? { href: `https://www.instagram.com/${name}`, name } : null
}

/** A person's deck, with what lies on it; on top of their page. */
export function PersonBanner({ user_id, children }: { user_id: string; children?: ReactNode }) {
  return (
    <div className="person-top">
      <DeckGraphic user_id={user_id} />
      {children}
      <span className="ply" />
    </div>
  )
}

type Props = {
  profile: Profile
  /** Opens all their profile pictures; absent where there is none to see. */
  onPicture?: (() => void) | undefined
  /** At the right under the deck. */
  actions: ReactNode
}

/** The head of a person's page: picture, names, bio, Instagram, mutual people. */
export function PersonHead({ profile, onPicture, actions }: Props) {
  const name = nameOf(profile)
  const instagram = instagramOf(profile.instagram_url)
  const picture = <Avatar person={profile} size={98} />
  return (
    <section className="person-head">
      {onPicture ? (
        <button
          type="button"
          className="person-picture"
          aria-label={m.people_picture({ name })}
          onClick={onPicture}
          onPointerEnter={preloadLightbox}
          onFocus={preloadLightbox}
        >
          {picture}
        </button>
      ) : (
        <span className="person-picture">{picture}</span>
      )}
      <div className="person-acts">{actions}</div>
      <h1 className="person-name">
        <bdi>{name}</bdi>
      </h1>
      <p className="person-username">
        @{profile.username}
        {profile.is_admin && <span className="badge">{m.people_admin()}</span>}
        {profile.follows_you && <span className="badge">{m.people_follows_you()}</span>}
      </p>
      {profile.bio && (
        <CollapsibleText
          className="person-bio"
          text={profile.bio}
          mentions={profile.bio_mentions}
          lines={4}
          characters={180}
        />
      )}
      {profile.home_town && (
        <p className="person-home" title={m.people_home_town()}>
          <MapPin size={17} aria-hidden="true" />
          <span className="sr-only">{m.people_home_town()}</span>
          <bdi>{profile.home_town}</bdi>
        </p>
      )}
      {instagram && (
        <a
          className="person-instagram"
          href={instagram.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={m.people_instagram({ name: instagram.name })}
        >
          <AtSign size={17} aria-hidden="true" />
          <span>{instagram.name}</span>
        </a>
      )}
      <MutualPeople user_id={profile.user_id} mutual={profile.mutual} />
    </section>
  )
}
