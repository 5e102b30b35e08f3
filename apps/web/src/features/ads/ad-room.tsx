import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { configQuery } from '../../lib/server-config.ts'
import { shell } from '../../lib/native-shell.ts'
import { useNearViewport } from '../../lib/use-near-viewport.ts'
import { NativeAds } from './native-ads.tsx'
import { lazyExtra } from '../../ui/lazy-part.tsx'

const AdSlot = lazyExtra(() => import('./ad-slot.tsx').then(({ AdSlot }) => ({ default: AdSlot })))

/**
 * How close to the viewport the slot must be before its ad loads. It's large, because an ad appears only off screen.
 */
const AHEAD = '1200px 0px'

type Props = {
  /** Whether the slot is last on the screen. */
  last: boolean
}

/** Renders the slot, and loads its ad when the slot comes near the viewport. */
function Room({ last }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(box, AHEAD)
  const { data, isError } = useQuery(configQuery)
  if (data?.ads.kind === 'off') return null
  return (
    <div ref={box} data-ad-slot>
      <Suspense fallback={null}>
        {isNear && (data || isError) && <AdSlot ads={data?.ads} last={last} />}
      </Suspense>
    </div>
  )
}

/** The page's ad slot. In native apps, a native banner replaces it. */
export function AdRoom({ last }: Props) {
  return shell() ? <NativeAds /> : <Room last={last} />
}
