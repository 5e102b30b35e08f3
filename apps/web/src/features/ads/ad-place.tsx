import { Suspense } from 'react'
import { readStored } from '../../lib/storage.ts'
import { looks } from '../../ui/looks.ts'
import { HEIGHT, STORED_NONE } from './ad-slot-size.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'

/** How long an ad waits, in ms, once for each page: it comes when nothing else does. */
const WAIT_MS = 4_000
const quiet = () => new Promise((done) => setTimeout(done, WAIT_MS))

// A place that did not load stays empty.
const AdRoom = lazyExtra(() =>
  quiet()
    .then(() => import('./ad-room.tsx'))
    .then(({ AdRoom }) => ({ default: AdRoom })),
)

// A server without ads says so in its pages (its `web-client.ts`), a native app in its own (`native/main.ts`).
const hasSlot = () => !document.querySelector('meta[name=ads]') && !readStored(STORED_NONE)

/** The one place for ads: a slot as high before it is filled as afterwards, or in a native app its banner. */
export const AdPlace = () => (
  <Suspense fallback={hasSlot() && <div className={looks.card} style={{ height: HEIGHT }} />}>
    <AdRoom />
  </Suspense>
)
