import { vibrate } from '../../lib/vibrate.ts'
import styles from './long-press.module.css'

/** How long (ms) a finger must rest on a photo to count as a long press. */
const HOLD_MS = 480
/** How far (px) the finger may move during that time. */
const MOVE_PX = 10

const MENU = '[aria-haspopup="menu"]'

type Pressed = { photo: HTMLImageElement; card: Element; menu: HTMLElement }

/** Finds the photo under a finger, its card, and the button of the card's menu. */
function findPressed(target: EventTarget | null): Pressed | null {
  const at = target instanceof Element ? target.closest('button, a, picture') : null
  // Profile pictures have no picture element.
  const photo = at?.querySelector<HTMLImageElement>('picture img')
  const card = at?.closest('article, [data-pressable]')
  const menu = card?.querySelector<HTMLElement>(MENU)
  return photo && card && menu ? { photo, card, menu } : null
}

/** Shows the photo above a dimmed screen until the card's menu closes. */
function showPreview({ photo, card }: Pressed): void {
  const preview = document.createElement('div')
  const copy = new Image()
  preview.className = styles.preview ?? ''
  preview.setAttribute('aria-hidden', 'true')
  copy.src = photo.currentSrc
  copy.alt = ''
  preview.append(copy)
  document.body.append(preview)
  document.documentElement.dataset.preview = ''
  let wasOpen = false
  const hide = () => {
    observer.disconnect()
    removeEventListener('popstate', hide)
    preview.remove()
    delete document.documentElement.dataset.preview
  }
  const observer = new MutationObserver(() => {
    const isOpen = card.querySelector(`${MENU}[aria-expanded="true"]`) !== null
    if (wasOpen && !isOpen) hide()
    wasOpen ||= isOpen
  })
  observer.observe(card, { subtree: true, childList: true, attributeFilter: ['aria-expanded'] })
  // The card may leave the screen along with its menu.
  addEventListener('popstate', hide)
  // Needed if the menu couldn't be loaded.
  preview.addEventListener('click', hide)
}

/**
 * Lets a long press on a card's photo open the card's menu, with the photo as a preview. The menu has the same entries
 * as when its button opens it, so no one has to know the gesture.
 */
export function startLongPress(): void {
  let at: { x: number; y: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPressed = false
  const cancel = () => {
    clearTimeout(timer)
    at = null
  }
  const hold = (pressed: Pressed) => {
    isPressed = true
    vibrate()
    showPreview(pressed)
    pressed.menu.click()
  }
  const start = ({ touches, target }: TouchEvent) => {
    cancel()
    isPressed = false
    const touch = touches.item(0)
    const pressed = touches.length === 1 ? findPressed(target) : null
    if (!touch || !pressed) return
    at = { x: touch.clientX, y: touch.clientY }
    // Hides Safari's menu for images, which sends no event.
    pressed.photo.style.setProperty('-webkit-touch-callout', 'none')
    timer = setTimeout(() => hold(pressed), HOLD_MS)
  }
  const move = ({ touches }: TouchEvent) => {
    const touch = touches.item(0)
    if (at && touch && Math.hypot(touch.clientX - at.x, touch.clientY - at.y) > MOVE_PX) cancel()
  }
  // Lifting the finger would otherwise open the photo.
  const end = (event: TouchEvent) => {
    cancel()
    if (isPressed && event.cancelable) event.preventDefault()
  }
  document.addEventListener('touchstart', start, { passive: true })
  document.addEventListener('touchmove', move, { passive: true })
  document.addEventListener('touchend', end)
  document.addEventListener('touchcancel', cancel)
  // After a long press, a mouse still opens its own menu.
  document.addEventListener('pointerdown', ({ pointerType }) => {
    if (pointerType === 'mouse') isPressed = false
  })
  // The browser's own menu for images, which some browsers open first.
  document.addEventListener('contextmenu', (event) => {
    if (at || isPressed) event.preventDefault()
  })
}
