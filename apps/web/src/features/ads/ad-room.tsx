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

/** The ad loads when the slot is this close to the viewport. */
const AHEAD = '300px 0px'

/** Stores whether there is no slot, once this is known. */
const useNone = (isNone: boolean | undefined) =>
  useEffect(() => {
    if (isNone !== undefined) writeStored(STORED_NONE, isNone || null)
  }, [isNone])

/** Reserves the slot's space, and fills it when it comes near the viewport. */
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

/** The ad slot of this page: a slot in browsers, a banner in native apps. */
export const AdRoom = () => (shell() ? <Native /> : <Room />)
