import { Suspense } from 'react'
import { readStored } from '../../lib/storage.ts'
import { looks } from '../../ui/looks.ts'
import { HEIGHT, STORED_NONE } from './ad-slot-size.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'

/** How long (ms) to delay the page's ad so that everything else loads first. */
const WAIT_MS = 4_000
const quiet = () => new Promise((done) => setTimeout(done, WAIT_MS))

// The slot stays empty if this fails to load.
const AdRoom = lazyExtra(() =>
  quiet()
    .then(() => import('./ad-room.tsx'))
    .then(({ AdRoom }) => ({ default: AdRoom })),
)

// Servers without ads add a meta tag to their pages (`web-client.ts`), and so do native apps (`native/main.ts`).
const hasSlot = () => !document.querySelector('meta[name=ads]') && !readStored(STORED_NONE)

/** The only ad slot. It has its final height before the ad loads. In native apps, the app's banner replaces it. */
export const AdPlace = () => (
  <Suspense fallback={hasSlot() && <div className={looks.card} style={{ height: HEIGHT }} />}>
    <AdRoom />
  </Suspense>
)
