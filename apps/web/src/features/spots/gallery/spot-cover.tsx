import type { Spot } from '@nollie/contract'
import { Camera, RefreshCw, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button, IconButton, TypeGlyph } from '../../../ui/index.ts'
import { CoverSlides } from './cover-slides.tsx'
import { isPosition } from '../is-position.ts'
import { SpotMap } from '../spot-map.tsx'
import type { CoverChange, CoverStep } from './use-cover-change.ts'
import spotsStyles from '../spots.module.css'

type CoverProps = {
  spot: Spot
  /** The cover's pending change; null for people who can't change it. */
  change: CoverChange | null
  children: ReactNode
}

/** A spot's cover, or its type's glyph, with the spot's name at the bottom. */
export function SpotCover({ spot, change, children }: CoverProps) {
  return (
    <div
      className={spotsStyles.detailCover}
      data-prints=""
      data-bare={spot.photo ? undefined : isPosition(spot) ? 'map' : 'glyph'}
    >
      <CoverPicture spot={spot} />
      {change?.state.step === 'updating' && (
        <progress
          className={spotsStyles.coverProgress}
          max={1}
          value={change.state.progress}
          aria-label={m.spots_cover_busy()}
        />
      )}
      <h1 className={spotsStyles.detailName}>
        <bdi>{spot.name}</bdi>
      </h1>
      {children}
    </div>
  )
}

function CoverPicture({ spot }: { spot: Spot }) {
  if (spot.photo) return <CoverSlides spot={spot} cover={spot.photo} />
  if (isPosition(spot)) return <SpotMap spot={spot} backdrop />
  return (
    <TypeGlyph type={spot.spot_types[0] ?? 'other'} size={132} className={spotsStyles.detailCoverGlyph} />
  )
}

type ButtonProps = {
  className: string | undefined
  hasCover: boolean
  state: CoverStep
  onChoose: () => void
  onAgain: () => void
  onDrop: () => void
}

/** A button that adds or changes the cover, or resumes or discards an interrupted change. */
export function CoverButton({ className, hasCover, state, onChoose, onAgain, onDrop }: ButtonProps) {
  if (state.step === 'waiting')
    return (
      <>
        <Button
          variant="glass"
          className={className}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={onAgain}
        >
          {m.spots_cover_retry()}
        </Button>
        <IconButton label={m.spots_cover_discard()} variant="glass" onClick={onDrop}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </>
    )
  return (
    <Button
      variant="glass"
      className={className}
      icon={<Camera aria-hidden="true" />}
      busy={state.step === 'updating' && m.spots_cover_busy()}
      onClick={onChoose}
    >
      {hasCover ? m.spots_cover_change() : m.spots_cover_add()}
    </Button>
  )
}

type FileProps = { picker: RefObject<HTMLInputElement | null>; onChoose: (file: File) => void }

/** The hidden file field for a new cover; `picker` opens it. */
export function CoverFile({ picker, onChoose }: FileProps) {
  return (
    <input
      ref={picker}
      type="file"
      accept="image/*"
      hidden
      aria-label={m.spots_cover_file()}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}
