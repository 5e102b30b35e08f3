import type { SpotCard } from '@nollie/contract'
import {
  Ban,
  Heart,
  Images,
  MapPin,
  MessageCircle,
  Navigation,
  Share2,
  SquareArrowOutUpRight,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { cityAndState } from '../../lib/place-text.ts'
import { DifficultyBadge, TypeBadge, typeLabel } from '../../ui/badge.tsx'
import { AppLink } from '../../ui/link.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Photo } from '../../ui/photo.tsx'
import { TypeGlyph } from '../../ui/type-glyph.tsx'
import { distanceText, isExact, metresTo, useHere } from '../location/index.ts'
import { mapsLink } from './maps-link.ts'
import './spot-cards.css'

const typesOf = ({ spot_types, spot_type }: SpotCard) =>
  spot_types.length > 0 ? spot_types : spot_type ? [spot_type] : []

/** The photo of a spot, or its kind on the ground of the map where nobody has photographed it yet. */
export function SpotPhoto({ spot, square, sizes }: { spot: SpotCard; square?: boolean; sizes: string }) {
  const media = spot.photo ?? (spot.photo_url ? { base: null, url: spot.photo_url } : null)
  if (media)
    return (
      <Photo
        media={media}
        alt={m.map_photo_of({ name: spot.name })}
        square={square ?? false}
        sizes={sizes}
        className="spot-photo"
      />
    )
  return (
    <span className="spot-photo spot-photo-none">
      <TypeGlyph type={typesOf(spot)[0] ?? 'other'} size={48} />
    </span>
  )
}

/** Where a spot is, as text, and the distance where it is known. */
function Place({ spot }: { spot: SpotCard }) {
  const { record } = useHere()
  const place = cityAndState(spot)
  const distance = isExact(record) ? distanceText(metresTo(record, spot)) : null
  if (!place && !distance) return null
  return (
    <p className="spot-place">
      <MapPin size={15} aria-hidden="true" />
      {distance && (
        <b className="spot-distance">
          <span aria-hidden="true">{distance}</span>
          <span className="sr-only">{m.location_away({ distance })}</span>
        </b>
      )}
      <span>{place}</span>
    </p>
  )
}

function GoneBadge() {
  return (
    <span className="badge spot-gone-badge">
      <Ban size={15} aria-hidden="true" />
      {m.map_gone()}
    </span>
  )
}

function Badges({ spot }: { spot: SpotCard }) {
  return (
    <div className="spot-badges">
      {spot.status === 'gone' && <GoneBadge />}
      {spot.difficulty_level && <DifficultyBadge level={spot.difficulty_level} />}
      {typesOf(spot).map((type) => (
        <TypeBadge key={type} type={type} />
      ))}
    </div>
  )
}

function Count({ icon, count, label }: { icon: ReactNode; count: number; label: string }) {
  return (
    <span className="spot-count">
      {icon}
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

function Counts({ spot }: { spot: SpotCard }) {
  return (
    <div className="spot-counts">
      <Count
        icon={<Images size={20} aria-hidden="true" />}
        count={spot.posts_count}
        label={spot.posts_count === 1 ? m.map_posts_one() : m.map_posts({ count: spot.posts_count })}
      />
      <Count
        icon={<Heart size={20} aria-hidden="true" />}
        count={spot.likes_count}
        label={spot.likes_count === 1 ? m.map_likes_one() : m.map_likes({ count: spot.likes_count })}
      />
      <Count
        icon={<MessageCircle size={20} aria-hidden="true" />}
        count={spot.comments_count}
        label={
          spot.comments_count === 1 ? m.map_comments_one() : m.map_comments({ count: spot.comments_count })
        }
      />
    </div>
  )
}

type CardProps = {
  spot: SpotCard
  onShare: () => void
  /** More items of its menu. */
  actions?: ReactNode
  /** Under the card's own content, e.g. the invitation to sign in. */
  children?: ReactNode
}

/** The card of the selected spot; its name links to the spot's page. */
export function SelectedSpotCard({ spot, onShare, actions, children }: CardProps) {
  return (
    <>
      <div className="selected-top" data-gone={spot.status === 'gone' ? '' : undefined}>
        <div className="selected-photo">
          <SpotPhoto spot={spot} sizes="(width >= 1024px) 376px, 132px" />
          <div className="selected-menu">
            <Menu label={m.map_card_menu({ name: spot.name })} variant="glass">
              <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
                {m.map_card_share()}
              </MenuItem>
              <MenuItem
                icon={<SquareArrowOutUpRight aria-hidden="true" />}
                onSelect={() => go(`/spot/${spot.id}`)}
              >
                {m.map_card_open()}
              </MenuItem>
              {actions}
            </Menu>
          </div>
        </div>
        <div className="selected-facts">
          <h2 className="selected-name">
            <AppLink href={`/spot/${spot.id}`}>
              <bdi>{spot.name}</bdi>
            </AppLink>
          </h2>
          <Place spot={spot} />
          <Badges spot={spot} />
        </div>
      </div>
      {spot.description && <p className="selected-text">{spot.description}</p>}
      {spot.source && (
        <p className="spot-source">
          {m.map_source({ name: spot.source.name, licence: spot.source.licence })}
        </p>
      )}
      <div className="selected-foot">
        <Counts spot={spot} />
        <a
          className="btn btn-ink btn-sm selected-maps"
          href={mapsLink(spot)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Navigation aria-hidden="true" />
          {m.map_view_on_maps()}
        </a>
      </div>
      {children}
    </>
  )
}

/** A spot in the list; pressing it selects it on the map. */
export function SpotListCard({ spot, onSelect }: { spot: SpotCard; onSelect: () => void }) {
  const types = typesOf(spot)
  return (
    <article className="spot-row" data-gone={spot.status === 'gone' ? '' : undefined}>
      <SpotPhoto spot={spot} square sizes="92px" />
      <div className="spot-row-facts">
        <h3 className="spot-row-name">
          <button type="button" onClick={onSelect}>
            <bdi>{spot.name}</bdi>
          </button>
        </h3>
        <Place spot={spot} />
        <div className="spot-badges">
          {spot.status === 'gone' && <GoneBadge />}
          {spot.difficulty_level && <DifficultyBadge level={spot.difficulty_level} />}
          {types.slice(0, 4).map((type) => (
            <span key={type} title={typeLabel(type)}>
              <TypeGlyph type={type} size={26} />
              <span className="sr-only">{typeLabel(type)}</span>
            </span>
          ))}
        </div>
      </div>
    </article>
  )
}
