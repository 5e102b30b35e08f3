import type { Spot } from '@nollie/contract'
import { PHOTO_SIZES } from '@nollie/contract/media/picture-sources'
import { ArrowLeft, Camera, RotateCw, Share2, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, IconButton, Photo, TypeGlyph, toast } from '../../ui/index.ts'
import { SaveButton } from '../saved/index.ts'
import type { SpotDialogName } from './spot-dialogs.tsx'
import { SpotMenu } from './spot-menu.tsx'
import { useSaveSpot } from './use-save-spot.ts'
import { useSpotRights } from './spot-rights.ts'
import type { CoverChange, CoverStep } from './use-cover-change.ts'
import { looks } from '../../ui/looks.ts'
import styles from './spot-header.module.css'
import spotsStyles from './spots.module.css'

type Props = {
  spot: Spot
  onBack: () => void
  onShare: () => void
  onOpen: (dialog: SpotDialogName) => void
}

// Whether the cover has been scrolled behind the header.
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
        <Button
          variant="glass"
          className={styles.button}
          icon={<RotateCw aria-hidden="true" />}
          onClick={onAgain}
        >
          {m.spots_cover_again()}
        </Button>
        <IconButton label={m.spots_cover_drop()} variant="glass" onClick={onDrop}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </>
    )
  return (
    <Button
      variant="glass"
      className={styles.button}
      icon={<Camera aria-hidden="true" />}
      busy={state.step === 'updating' && m.spots_cover_busy()}
      onClick={onChoose}
    >
      {hasCover ? m.spots_cover_change() : m.spots_cover_add()}
    </Button>
  )
}

// The code for uploads is loaded after the page, and only for people who may change the cover.
const CoverChanging = lazy(() =>
  import('./cover-changing.tsx').then(({ CoverChanging }) => ({ default: CoverChanging })),
)

/** The cover with the spot's name at its lower edge; when it is scrolled away, the name slides into a solid header. */
export function SpotHeader(props: Props) {
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

function CoverFrame({ change, ...props }: FrameProps) {
  const { spot } = props
  const { mark, passed } = usePassed()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <header className={spotsStyles.detailHead} data-passed={passed ? '' : undefined}>
      <div className={styles.bar}>
        <div className={styles.barSolid} aria-hidden="true">
          <p className={looks.headerTitle}>{spot.name}</p>
        </div>
        <IconButton label={m.spots_back()} variant="glass" onClick={props.onBack}>
          <ArrowLeft size={24} aria-hidden="true" />
        </IconButton>
        <BarEnd {...props} change={change} onPick={() => picker.current?.click()} />
        {change && (
          <input
            ref={picker}
            type="file"
            accept="image/*"
            hidden
            aria-label={m.spots_cover_file()}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) change.choose(file)
            }}
          />
        )}
      </div>
      <div className={spotsStyles.detailCover} data-bare={spot.photo ? undefined : ''}>
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
        <div className={spotsStyles.detailCoverEnd} ref={mark} />
      </div>
    </header>
  )
}

function BarEnd({ spot, onShare, onOpen, change, onPick }: FrameProps & { onPick: () => void }) {
  const { owns } = useSpotRights(spot)
  const save = useSaveSpot(spot.id)
  return (
    <div className={styles.barEnd}>
      {change && (owns || change.state.step !== 'none') && (
        <CoverButton
          hasCover={spot.photo !== null}
          state={change.state}
          onChoose={onPick}
          onAgain={() => void change.again()}
          onDrop={change.drop}
        />
      )}
      <IconButton className={styles.share} label={m.spots_share()} variant="glass" onClick={onShare}>
        <Share2 size={21} aria-hidden="true" />
      </IconButton>
      <SaveButton
        variant="glass"
        saved={spot.saved}
        send={save}
        onSaved={(saved) => {
          const action = { label: m.lists_add_to(), run: () => onOpen('list') }
          if (saved) toast({ kind: 'success', title: m.saved_done(), action })
        }}
      />
      <SpotMenu spot={spot} onShare={onShare} onCover={onPick} onOpen={onOpen} />
    </div>
  )
}

function CoverPicture({ spot }: { spot: Spot }) {
  return spot.photo ? (
    <Photo
      media={spot.photo}
      alt={m.spots_cover_alt({ name: spot.name })}
      sizes={PHOTO_SIZES.cover}
      className={spotsStyles.detailCoverPhoto}
      eager="first"
    />
  ) : (
    <TypeGlyph type={spot.spot_types[0] ?? 'other'} size={132} className={spotsStyles.detailCoverGlyph} />
  )
}
