import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../../../../e2e/support/chromium.ts'
import { TRAP } from './payloads.ts'

const OWN_LINKS = /^(?:https?:|mailto:|tel:|blob:|\/|#|\?|geo:|$)/

/** A browser that records everything a payload's script could do. */
export class TrappedBrowser {
  readonly #browser: Browser
  readonly #origin: string
  /** Scripts that ran, external requests, and markup found on a page. */
  readonly sprung: string[] = []

  private constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  static async launch(origin: string): Promise<TrappedBrowser> {
    return new TrappedBrowser(await chromium.launch(launchOptions('--disable-3d-apis')), origin)
  }

  /** Opens a page as a person or visitor. The content security policy is off, so escaping alone has to protect it. */
  async as(cookie: string | null): Promise<Page> {
    const context = await this.#browser.newContext({
      bypassCSP: true,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 4000 },
    })
    if (cookie) await context.addCookies([{ name: 'nollie.session', value: cookie, url: this.#origin }])
    await this.#watch(context)
    return context.newPage()
  }

  async #watch(context: BrowserContext): Promise<void> {
    await context.exposeFunction(
      TRAP,
      (number: unknown) => void this.sprung.push(`script ${String(number)} ran`),
    )
    context.on('dialog', (dialog) => {
      this.sprung.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    // Any other request must come from a payload. Photos and streams aren't needed.
    await context.route('**/*', (route) => {
      const request = route.request()
      const address = request.url()
      const isOwn = address.startsWith(this.#origin) || /^(?:data|blob|about):/.test(address)
      if (!isOwn) this.sprung.push(`request to ${address}`)
      const isNeeded = isOwn && !['image', 'media', 'font', 'eventsource'].includes(request.resourceType())
      return isNeeded ? route.continue() : route.abort()
    })
  }

  /** Records markup from payloads: event handlers, URLs with scripts, and elements that none of our pages use. */
  async inspect(page: Page, what: string): Promise<void> {
    const found = await page.evaluate((own) => {
      const links = new RegExp(own)
      const isOdd = (element: Element) =>
        element.matches('object,embed,marquee,math,base[href],iframe[srcdoc],body body') ||
        [...element.attributes].some(
          ({ name, value }) =>
            /^on/.test(name) ||
            (/^(?:href|src|action|formaction|xlink:href)$/.test(name) &&
              /^\s*(?:java|vb)script:|^data:text/i.test(value)),
        ) ||
        (element instanceof HTMLAnchorElement && !links.test(element.getAttribute('href') ?? ''))
      return [...document.querySelectorAll('*')]
        .filter(isOdd)
        .map((element) => element.outerHTML.slice(0, 200))
    }, OWN_LINKS.source)
    this.sprung.push(...found.map((html) => `${what}: ${html}`))
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}

/** Waits until the page's text or attributes contain these marks. Returns those found before a timeout. */
export async function marksIn(page: Page, marks: readonly string[], patienceMs: number): Promise<string[]> {
  const hasAll = (wanted: readonly string[]) => {
    const html = document.documentElement.outerHTML
    const values = [...document.querySelectorAll('input,textarea')].map(
      (one) => (one as HTMLInputElement).value,
    )
    return wanted.every((mark) => html.includes(mark) || values.some((value) => value.includes(mark)))
  }
  await page.waitForFunction(hasAll, marks, { timeout: patienceMs, polling: 100 }).catch(() => undefined)
  const html = await page.evaluate(
    () =>
      document.documentElement.outerHTML +
      [...document.querySelectorAll('input,textarea')]
        .map((one) => (one as HTMLInputElement).value)
        .join('\n'),
  )
  return marks.filter((mark) => html.includes(mark))
}
