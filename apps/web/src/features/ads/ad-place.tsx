import { Suspense } from 'react'
import { readStored } from '../../lib/storage.ts'
import { looks } from '../../ui/looks.ts'
import { HEIGHT, STORED_NONE } from './ad-slot-size.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'

/** How long (ms) the ad waits, once per page, so that everything else loads first. */
const WAIT_MS = 4_000
const quiet = () => new Promise((done) => setTimeout(done, WAIT_MS))

// If it can't be loaded, the slot stays empty.
const AdRoom = lazyExtra(() =>
  quiet()
    .then(() => import('./ad-room.tsx'))
    .then(({ AdRoom }) => ({ default: AdRoom })),
)

// Servers without ads mark their pages (`web-client.ts`), and native apps theirs (`native/main.ts`).
const hasSlot = () => !document.querySelector('meta[name=ads]') && !readStored(STORED_NONE)

/** The only ad slot: it has its final height before the ad loads. In a native app, it's the app's banner. */
export const AdPlace = () => (
  <Suspense fallback={hasSlot() && <div className={looks.card} style={{ height: HEIGHT }} />}>
    <AdRoom />
  </Suspense>
)
