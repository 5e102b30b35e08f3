import { m } from '../../../i18n/messages.ts'
import { vibrate } from '../../../lib/vibrate.ts'
import { toast } from '../../../ui/toast.ts'
import { failedNewer, newerLabel } from './newer-text.ts'
import styles from './pull-to-refresh.module.css'

/** How far (px) a finger has to pull, and how far the indicator follows it. */
const PULL_PX = 120
/** The share of the finger's movement that the indicator follows. */
const RESISTANCE = 0.55
/** How long (ms) the indicator stays, so that people see that something happened. */
const SHOWN_MS = 500
/** How long (ms) the result stays in the page for screen readers. */
const ANNOUNCED_MS = 4_000

function wait(ms: number) {
  return new Promise((done) => setTimeout(done, ms))
}

/** An indicator that slides out from under the header. Its text is for screen readers. */
function makeIndicator() {
  const root = document.createElement('div')
  const text = document.createElement('span')
  const ring = document.createElement('i')
  root.className = styles.root ?? ''
  root.setAttribute('role', 'status')
  text.className = 'sr-only'
  ring.className = styles.ring ?? ''
  root.append(ring, text)
  document.body.append(root)
  return {
    root,
    say: (message: string) => (text.textContent = message),
    /** Follows a finger that has pulled by `dy` px; 0 hides the indicator. */
    follow: (dy: number) => {
      const pulled = Math.max(0, Math.min(PULL_PX, dy))
      root.toggleAttribute('data-pulled', pulled > 0)
      root.style.setProperty('--pulled', `${Math.round(pulled * RESISTANCE)}px`)
      root.style.setProperty('--share', String(pulled / PULL_PX))
    },
  }
}

type Pull = { x: number; y: number; isPulling: boolean }

/** Follows one finger that pulls the page down from its top. Returns a cleanup function. */
function followPull(onMove: (dy: number) => void, onEnd: (dy: number) => void): () => void {
  let pull: Pull | null = null
  let dy = 0
  const move = (event: TouchEvent) => {
    const touch = event.touches.item(0)
    // After a long press, the finger that opened a preview slides down to the preview's menu, which isn't a pull.
    if (document.documentElement.dataset.preview !== undefined) return cancel()
    if (!pull || !touch || event.touches.length > 1) return end()
    dy = touch.clientY - pull.y
    // The first move decides whether this is a pull. After that, the browser would scroll.
    if (!pull.isPulling && (dy <= Math.abs(touch.clientX - pull.x) || scrollY > 0)) return end()
    pull.isPulling = true
    if (event.cancelable) event.preventDefault()
    onMove(dy)
  }
  const end = () => {
    document.removeEventListener('touchmove', move)
    if (pull?.isPulling) onEnd(dy)
    pull = null
  }
  const cancel = () => {
    dy = 0
    end()
  }
  const start = ({ touches, target }: TouchEvent) => {
    const touch = touches.item(0)
    if (!touch || touches.length > 1 || scrollY > 0 || !(target instanceof Element)) return cancel()
    if (!target.closest('#main') || target.closest('input, textarea, dialog, [role=dialog]')) return
    pull = { x: touch.clientX, y: touch.clientY, isPulling: false }
    dy = 0
    document.addEventListener('touchmove', move, { passive: false })
  }
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true }
  document.addEventListener('touchstart', start, options)
  document.addEventListener('touchend', end, options)
  document.addEventListener('touchcancel', cancel, options)
  return () => {
    cancel()
    controller.abort()
  }
}

/**
 * Lets a finger pull the page down from its top to show new posts. `refresh` returns how many there are. Until the
 * cleanup function is called, the browser's own gesture, which would reload the page, is turned off. Returns a cleanup
 * function.
 */
export function watchPull(refresh: () => Promise<number>): () => void {
  const { root, say, follow } = makeIndicator()
  let isBusy = false
  let isFar = false
  let isLeft = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    clearTimeout(silence)
    isBusy = true
    root.dataset.busy = ''
    say(m.feed_loading())
    try {
      const [count] = await Promise.all([refresh(), wait(SHOWN_MS)])
      say(count > 0 ? newerLabel(count) : m.feed_up_to_date())
      silence = setTimeout(() => say(''), ANNOUNCED_MS)
    } catch {
      say('')
      if (!isLeft) toast(failedNewer())
    } finally {
      isBusy = false
      delete root.dataset.busy
      follow(0)
    }
  }
  const stop = followPull(
    (dy) => {
      if (isBusy) return
      follow(dy)
      if (dy >= PULL_PX && !isFar) vibrate()
      isFar = dy >= PULL_PX
    },
    (dy) => {
      isFar = false
      if (isBusy) return
      if (dy >= PULL_PX) void run()
      else follow(0)
    },
  )
  const { style } = document.documentElement
  style.overscrollBehaviorY = 'contain'
  return () => {
    isLeft = true
    clearTimeout(silence)
    stop()
    root.remove()
    style.overscrollBehaviorY = ''
  }
}
