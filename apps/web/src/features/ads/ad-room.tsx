import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { configQuery } from '../../lib/server-config.ts'
import { shell } from '../../lib/native-shell.ts'
import { writeStored } from '../../lib/storage.ts'
import { useNearViewport } from '../../lib/use-near-viewport.ts'
import { looks } from '../../ui/looks.ts'
import { HEIGHT, STORED_NONE } from './ad-slot-size.ts'
import { NativeAds } from './native-ads.tsx'
import { lazyExtra } from '../../ui/lazy-part.tsx'

const AdSlot = lazyExtra(() => import('./ad-slot.tsx').then(({ AdSlot }) => ({ default: AdSlot })))

/** How close to the viewport the slot must be before its ad loads. */
const AHEAD = '300px 0px'

/** Stores whether this device has no ad slot, once that's known. */
const useNone = (isNone: boolean | undefined) =>
  useEffect(() => {
    if (isNone !== undefined) writeStored(STORED_NONE, isNone || null)
  }, [isNone])

/** Reserves space for the slot, and loads the ad when the slot comes near the viewport. */
function Room() {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(box, AHEAD)
  const { data, isError } = useQuery(configQuery)
  const isOff = data && data.ads.kind === 'off'
  useNone(isOff)
  if (isOff) return null
  return (
    <div ref={box} className={looks.card} style={{ height: HEIGHT }} data-ad-slot>
      <Suspense fallback={null}>{isNear && (data || isError) && <AdSlot ads={data?.ads} />}</Suspense>
    </div>
  )
}

function Native() {
  useNone(true)
  return <NativeAds />
}

/** This page's ad slot, or a native app's banner. */
export const AdRoom = () => (shell() ? <Native /> : <Room />)
