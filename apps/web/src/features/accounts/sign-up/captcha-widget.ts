import type { WorkChallenge } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { themeNow } from '../../../lib/theme.ts'

/** A challenge from a CAPTCHA provider. */
export type Captcha = Extract<WorkChallenge, { kind: 'captcha' }>

/** The API that the Turnstile and hCaptcha scripts share. */
type Provider = {
  render: (
    host: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      callback: (token: string) => void
      'error-callback': () => void
    },
  ) => string | undefined
}

function getProvider(name: Captcha['provider']): Provider | undefined {
  return (globalThis as { turnstile?: Provider; hcaptcha?: Provider })[name]
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${src} was not loaded`))
    })
    document.head.append(script)
  })
}

/** Returns the error to show if the provider doesn't respond. */
export function captchaFailed(): ApiError {
  return new ApiError({ status: 424, code: 'PROVIDER_DOWN', detail: m.accounts_captcha_failed() })
}

/** Shows the provider's widget in an element and returns the token it produces. Throws `ApiError`. */
export async function widgetToken(host: HTMLElement, captcha: Captcha): Promise<string> {
  if (!getProvider(captcha.provider))
    await loadScript(captcha.script_url).catch(() => {
      throw captchaFailed()
    })
  return new Promise((resolve, reject) => {
    const provider = getProvider(captcha.provider)
    if (!provider) return reject(captchaFailed())
    provider.render(host, {
      sitekey: captcha.site_key,
      theme: themeNow(),
      callback: resolve,
      'error-callback': () => reject(captchaFailed()),
    })
  })
}
