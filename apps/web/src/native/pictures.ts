import { getOriginal } from './replace.ts'

/** Paths of photos, videos, and previews. Browsers authenticate them with a cookie, apps with a token. */
const OURS = /^\/(media|previews)\//

type Shown = HTMLImageElement | HTMLVideoElement
type Setter = (name: string, value: string) => void

const loadings = new WeakMap<Shown, Map<string, string>>()

async function load(element: Shown, name: string, path: string, set: Setter): Promise<void> {
  const mine = loadings.get(element) ?? new Map<string, string>()
  loadings.set(element, mine.set(name, path))
  const response = await fetch(path).catch(() => null)
  // Another URL was set in the meantime.
  if (mine.get(name) !== path) return
  // A failed load fires `error`, as in browsers.
  if (!response?.ok) return set(name, 'data:,')
  const address = URL.createObjectURL(await response.blob())
  const done = () => URL.revokeObjectURL(address)
  if (element instanceof HTMLImageElement) element.addEventListener('load', done, { once: true })
  set(name, address)
}

const NEAR = '600px'

/** Runs `work` when a lazy element gets near the viewport. */
function whenNear(element: Shown, work: () => void): void {
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

/** Loads images and videos from the server with the person's token. Ignores `srcset`, so that `src` is used. */
export function installPictures(): void {
  const setAttribute = getOriginal(Element.prototype, 'setAttribute') as Element['setAttribute']
  Element.prototype.setAttribute = function (name: string, value: string) {
    const set: Setter = (attribute, text) => setAttribute.call(this, attribute, text)
    if (/^srcset$/i.test(name) && OURS.test(value)) return
    const shows = this instanceof HTMLImageElement || this instanceof HTMLVideoElement
    if (!shows || !/^(src|poster)$/.test(name) || !OURS.test(value)) return set(name, value)
    // Runs after the element's other attributes are set, because `loading` determines when to load.
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
