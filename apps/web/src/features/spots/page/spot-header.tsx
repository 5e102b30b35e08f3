import type { Spot } from '@nollie/contract'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { afterFirstScreen } from '../../../lib/page/after-first-screen.ts'
import { m } from '../../../i18n/messages.ts'
import { IconButton } from '../../../ui/index.ts'
import { CoverButton, CoverFile, SpotCover } from '../gallery/spot-cover.tsx'
import type { SpotDialogName } from '../spot-dialogs.tsx'
import { SpotMenu } from '../menu/spot-menu.tsx'
import { useSpotRights } from '../menu/spot-rights.ts'
import type { CoverChange } from '../gallery/use-cover-change.ts'
import { looks } from '../../../ui/looks.ts'
import styles from './spot-header.module.css'
import spotsStyles from '../spots.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

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

// The upload code loads after the first screen, and only for people who can change the cover.
const CoverChanging = lazyPart(async () => {
  await afterFirstScreen()
  return import('../gallery/cover-changing.tsx').then(({ CoverChanging }) => ({ default: CoverChanging }))
})

/**
 * The cover with the spot's name at the bottom. Once it's scrolled out of view, the name slides into a solid header.
 */
export function SpotHeader(props: Props) {
  const { mayEdit } = useSpotRights(props.spot)
  const [change, setChange] = useState<CoverChange | null>(null)
  return (
    <>
      <HeaderFrame {...props} change={mayEdit ? change : null} />
      {mayEdit && (
        <Suspense fallback={null}>
          <CoverChanging spot={props.spot} onStep={setChange} />
        </Suspense>
      )}
    </>
  )
}

type FrameProps = Props & { change: CoverChange | null }

function HeaderFrame({ change, ...props }: FrameProps) {
  const { spot } = props
  const { mark, passed } = usePassed()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <header className={spotsStyles.detailHead} data-passed={passed ? '' : undefined}>
      <div className={styles.bar}>
        <div className={styles.barSolid} aria-hidden="true">
          <p className={looks.headerTitle} dir="auto">
            {spot.name}
          </p>
        </div>
        <IconButton label={m.spots_back()} variant="glass" onClick={props.onBack}>
          <ArrowLeft size={24} aria-hidden="true" />
        </IconButton>
        <BarEnd {...props} change={change} onPick={() => picker.current?.click()} />
        {change && <CoverFile picker={picker} onChoose={change.choose} />}
      </div>
      <SpotCover spot={spot} change={change}>
        <div className={spotsStyles.detailCoverEnd} ref={mark} />
      </SpotCover>
    </header>
  )
}

function BarEnd({ spot, onShare, onOpen, change, onPick }: FrameProps & { onPick: () => void }) {
  const { owns } = useSpotRights(spot)
  return (
    <div className={styles.barEnd}>
      {change && (owns || change.state.step !== 'none') && (
        <CoverButton
          className={styles.button}
          hasCover={spot.photo !== null}
          state={change.state}
          onChoose={onPick}
          onAgain={() => void change.again()}
          onDrop={change.drop}
        />
      )}
      <SpotMenu spot={spot} onShare={onShare} onCover={onPick} onOpen={onOpen} />
    </div>
  )
}
