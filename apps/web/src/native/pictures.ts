import { getOriginal } from './replace.ts'

/** Photos, videos and previews: a browser sends a cookie for them, an app its token. */
const OURS = /^\/(media|previews)\//

type Shown = HTMLImageElement | HTMLVideoElement
type Setter = (name: string, value: string) => void

const loadings = new WeakMap<Shown, Map<string, string>>()

const load = async (element: Shown, name: string, path: string, set: Setter): Promise<void> => {
  const mine = loadings.get(element) ?? new Map<string, string>()
  loadings.set(element, mine.set(name, path))
  const response = await fetch(path).catch(() => null)
  // Another one was set meanwhile.
  if (mine.get(name) !== path) return
  // What cannot be loaded fires `error`, as it does in a browser.
  if (!response?.ok) return set(name, 'data:,')
  const address = URL.createObjectURL(await response.blob())
  const done = () => URL.revokeObjectURL(address)
  if (element instanceof HTMLImageElement) element.addEventListener('load', done, { once: true })
  set(name, address)
}

const NEAR = '600px'

/** Runs `work` when an element that may wait for it comes near the screen. */
const whenNear = (element: Shown, work: () => void): void => {
  if (element.getAttribute('loading') !== 'lazy') return work()
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      work()
    },
    { rootMargin: NEAR },
  )
  watch.observe(element)
}

/**
 * Loads what elements show from the server with the person's token. The choice among sizes and formats (`srcset`) is left
 * out, so that `src` is shown.
 */
export const installPictures = (): void => {
  const setAttribute = getOriginal(Element.prototype, 'setAttribute') as Element['setAttribute']
  Element.prototype.setAttribute = function (name: string, value: string) {
    const set: Setter = (attribute, text) => setAttribute.call(this, attribute, text)
    if (/^srcset$/i.test(name) && OURS.test(value)) return
    const shows = this instanceof HTMLImageElement || this instanceof HTMLVideoElement
    if (!shows || !/^(src|poster)$/.test(name) || !OURS.test(value)) return set(name, value)
    // After the attributes that come with it, of which `loading` says when.
    queueMicrotask(() => whenNear(this, () => void load(this, name, value, set)))
  }
  for (const { prototype } of [HTMLImageElement, HTMLMediaElement]) {
    const own = Object.getOwnPropertyDescriptor(prototype, 'src')
    if (own)
      Object.defineProperty(prototype, 'src', {
        ...own,
        set(this: Element, value: string) {
          this.setAttribute('src', value)
        },
      })
  }
}
