import type { Spot } from '@nollie/contract'
import { PHOTO_SIZES } from '@nollie/contract/pictures'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Camera, RotateCw, Share2, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { Button, IconButton, Photo, TypeGlyph } from '../../ui/index.ts'
import { SaveButton } from '../posts/index.ts'
import type { SpotDialogName } from './spot-dialogs.tsx'
import { SpotMenu } from './spot-menu.tsx'
import { spotQuery } from './spot-requests.ts'
import { useSpotRights } from './spot-rights.ts'
import './spots.css'
import type { CoverChange, CoverStep } from './use-cover-change.ts'

type Props = {
  spot: Spot
  onBack: () => void
  onShare: () => void
  onOpen: (dialog: SpotDialogName) => void
}

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

type ButtonProps = {
  hasCover: boolean
  state: CoverStep
  onChoose: () => void
  onAgain: () => void
  onDrop: () => void
}

function CoverButton({ hasCover, state, onChoose, onAgain, onDrop }: ButtonProps) {
  if (state.step === 'waiting')
    return (
      <>
        <Button variant="glass" icon={<RotateCw aria-hidden="true" />} onClick={onAgain}>
          {m.spot_cover_again()}
        </Button>
        <IconButton label={m.spot_cover_drop()} variant="glass" onClick={onDrop}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </>
    )
  return (
    <Button
      variant="glass"
      icon={<Camera aria-hidden="true" />}
      busy={state.step === 'updating' && m.spot_cover_busy()}
      onClick={onChoose}
    >
      {hasCover ? m.spot_cover_change() : m.spot_cover_add()}
    </Button>
  )
}

// What uploads comes after the page, for those who may change the cover.
const CoverChanging = lazy(() =>
  import('./cover-changing.tsx').then(({ CoverChanging }) => ({ default: CoverChanging })),
)

/** The cover with the spot's name at its foot; scrolled away, the name slides into a solid bar. */
export function SpotCover(props: Props) {
  const { mayEdit } = useSpotRights(props.spot)
  const [change, setChange] = useState<CoverChange | null>(null)
  return (
    <>
      <CoverFrame {...props} change={mayEdit ? change : null} />
      {mayEdit && (
        <Suspense fallback={null}>
          <CoverChanging spot={props.spot} onStep={setChange} />
        </Suspense>
      )}
    </>
  )
}

type FrameProps = Props & { change: CoverChange | null }

function CoverFrame({ spot, onBack, onShare, onOpen, change }: FrameProps) {
  const { mark, passed } = usePassed()
  const { owns } = useSpotRights(spot)
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => picker.current?.click()
  return (
    <header className="detail-head" data-passed={passed ? '' : undefined}>
      <div className="detail-bar">
        <div className="detail-bar-solid" aria-hidden="true">
          <p className="header-title">{spot.name}</p>
        </div>
        <IconButton label={m.spot_back()} variant="glass" onClick={onBack}>
          <ArrowLeft size={24} aria-hidden="true" />
        </IconButton>
        <div className="detail-bar-end">
          {change && (owns || change.state.step !== 'none') && (
            <CoverButton
              hasCover={spot.photo !== null}
              state={change.state}
              onChoose={pick}
              onAgain={() => void change.again()}
              onDrop={change.drop}
            />
          )}
          <IconButton className="detail-share" label={m.spot_share()} variant="glass" onClick={onShare}>
            <Share2 size={21} aria-hidden="true" />
          </IconButton>
          <SaveButton
            variant="glass"
            saved={spot.saved}
            send={(saved) =>
              call(`${saved ? 'PUT' : 'DELETE'} /api/spots/:spot_id/save`, { params: { spot_id: spot.id } })
            }
            onSaved={(saved) =>
              client.setQueryData(spotQuery(spot.id).queryKey, (now) => now && { ...now, saved })
            }
          />
          <SpotMenu spot={spot} onShare={onShare} onCover={pick} onOpen={onOpen} />
        </div>
        {change && (
          <input
            ref={picker}
            type="file"
            accept="image/*"
            hidden
            aria-label={m.spot_cover_file()}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) change.choose(file)
            }}
          />
        )}
      </div>
      <div className="detail-cover" data-bare={spot.photo ? undefined : ''}>
        {spot.photo ? (
          <Photo
            media={spot.photo}
            alt={m.spot_cover_alt({ name: spot.name })}
            sizes={PHOTO_SIZES.cover}
            className="detail-cover-photo"
            eager="first"
          />
        ) : (
          <TypeGlyph type={spot.spot_types[0] ?? 'other'} size={132} className="detail-cover-glyph" />
        )}
        {change?.state.step === 'updating' && (
          <progress
            className="cover-progress"
            max={1}
            value={change.state.progress}
            aria-label={m.spot_cover_busy()}
          />
        )}
        <h1 className="detail-name">
          <bdi>{spot.name}</bdi>
        </h1>
        <div className="detail-cover-end" ref={mark} />
      </div>
    </header>
  )
}
