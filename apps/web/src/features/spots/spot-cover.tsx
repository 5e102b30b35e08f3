import type { Spot } from '@nollie/contract'
import { ArrowLeft, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton, Menu, MenuItem, Photo, TypeGlyph } from '../../ui/index.ts'
import './spots.css'

type Props = { spot: Spot; onBack: () => void; onShare: () => void }

// Whether the cover has gone up under the bar.
function usePassed() {
  const mark = useRef<HTMLDivElement>(null)
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => setPassed(entry?.isIntersecting === false), {
      rootMargin: '-56px 0px 0px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return { mark, passed }
}

/** The cover with the spot's name at its foot; scrolled away, the name slides into a solid bar. */
export function SpotCover({ spot, onBack, onShare }: Props) {
  const { mark, passed } = usePassed()
  return (
    <header className="detail-head" data-passed={passed ? '' : undefined}>
      <div className="detail-bar">
        <div className="detail-bar-solid" aria-hidden="true">
          <p className="header-title">{spot.name}</p>
        </div>
        <IconButton label={m.spot_back()} variant="glass" onClick={onBack}>
          <ArrowLeft size={24} aria-hidden="true" />
        </IconButton>
        <Menu label={m.spot_actions()} variant="glass">
          <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
            {m.spot_share()}
          </MenuItem>
        </Menu>
      </div>
      <div className="detail-cover" data-bare={spot.photo ? undefined : ''}>
        {spot.photo ? (
          <Photo
            media={spot.photo}
            alt={m.spot_cover_alt({ name: spot.name })}
            sizes="(width >= 1024px) calc(100vw - 520px), 100vw"
            className="detail-cover-photo"
            eager
          />
        ) : (
          <TypeGlyph type={spot.spot_types[0] ?? 'other'} size={132} className="detail-cover-glyph" />
        )}
        <h1 className="detail-name">
          <bdi>{spot.name}</bdi>
        </h1>
        <div className="detail-cover-end" ref={mark} />
      </div>
    </header>
  )
}
