import { Suspense } from 'react'
import { lazyExtra } from '../../ui/lazy-part.tsx'

/** How long (ms) to delay the page's ad so that everything else loads first. */
const WAIT_MS = 4_000

function quiet() {
  return new Promise((done) => setTimeout(done, WAIT_MS))
}

// The slot stays empty if this fails to load.
const AdRoom = lazyExtra(() =>
  quiet()
    .then(() => import('./ad-room.tsx'))
    .then(({ AdRoom }) => ({ default: AdRoom })),
)

// Servers without ads add this tag to their pages (`web-client.ts`).
function isOff() {
  return document.querySelector('meta[name=ads]') !== null
}

type Props = {
  /** Whether the slot is last on the screen. If so, an ad can appear at any time without shifting other content. */
  last?: boolean
}

/** The only ad slot. It takes no space until there is an ad. In native apps, the app's banner replaces it. */
export function AdPlace({ last = false }: Props) {
  return isOff() ? null : (
    <Suspense fallback={null}>
      <AdRoom last={last} />
    </Suspense>
  )
}
