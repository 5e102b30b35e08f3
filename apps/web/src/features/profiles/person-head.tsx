import type { Profile } from '@nollie/contract'
import { AtSign, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Avatar, CollapsibleText } from '../../ui/index.ts'
import { preloadLightbox } from '../lightbox/index.ts'
import { StewardOf } from '../stewards/index.ts'
import { DeckGraphic } from './deck/deck-graphic.tsx'
import { MutualPeople } from './mutual-people.tsx'
import { looks } from '../../ui/looks.ts'
import styles from './profiles.module.css'

/** Parses an Instagram profile's stored URL and its username. Returns null for any other URL. */
export function parseInstagram(url: string | null): { href: string; name: string } | null {
  const name = /^https:\/\/www\.instagram\.com\/([\w.]{1,30})$/.exec(url ?? '')?.[1]
  return name ? { href: `https://www.instagram.com/${name}`, name } : null
}

/** The banner on a person's page: their deck, with `children` on top. */
export function PersonBanner({ user_id, children }: { user_id: string; children?: ReactNode }) {
  return (
    <div className={styles.top}>
      <DeckGraphic user_id={user_id} />
      {children}
      <span className={looks.ply} />
    </div>
  )
}

function InstagramLink({ href, name }: { href: string; name: string }) {
  return (
    <a
      className={styles.instagram}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={m.profiles_instagram({ name })}
    >
      <AtSign size={17} aria-hidden="true" />
      <span>{name}</span>
    </a>
  )
}

type Props = {
  profile: Profile
  /** Opens all of the person's profile pictures. Absent if there are none. */
  onPicture?: (() => void) | undefined
  /** Buttons on the right, below the banner. */
  actions: ReactNode
}

/** The header on a person's page: picture, names, bio, Instagram, and mutual friends. */
export function PersonHead({ profile, onPicture, actions }: Props) {
  const name = getName(profile)
  const instagram = parseInstagram(profile.instagram_url)
  const picture = <Avatar person={profile} size={98} />
  return (
    <section className={styles.head}>
      {onPicture ? (
        <button
          type="button"
          className={styles.picture}
          aria-label={m.profiles_photo_of({ name })}
          onClick={onPicture}
          onPointerEnter={preloadLightbox}
          onFocus={preloadLightbox}
        >
          {picture}
        </button>
      ) : (
        <span className={styles.picture}>{picture}</span>
      )}
      <div className={styles.acts}>{actions}</div>
      <h1 className={styles.name}>
        <bdi>{name}</bdi>
      </h1>
      <p className={styles.username}>
        @{profile.username}
        {profile.is_admin && <span className={looks.badge}>{m.profiles_admin()}</span>}
        {profile.follows_you && <span className={looks.badge}>{m.profiles_follows_you()}</span>}
      </p>
      <StewardOf userId={profile.user_id} />
      {profile.bio && (
        <CollapsibleText
          className={styles.bio}
          text={profile.bio}
          mentions={profile.bio_mentions}
          lines={4}
          characters={180}
        />
      )}
      {profile.home_town && (
        <p className={styles.home} title={m.profiles_home_town()}>
          <MapPin size={17} aria-hidden="true" />
          <span className="sr-only">{m.profiles_home_town()}</span>
          <bdi>{profile.home_town}</bdi>
        </p>
      )}
      {instagram && <InstagramLink {...instagram} />}
      <MutualPeople user_id={profile.user_id} mutual={profile.mutual} />
    </section>
  )
}
