import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { m } from '../../../i18n/messages.ts'
import { Note } from '../../../ui/notices/note.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import styles from '../auth.module.css'
import { type Captcha, widgetToken } from './captcha-widget.ts'

type Props = {
  captcha: Captcha
  onToken: (token: string) => void
  onFailed: (error: unknown) => void
  onClosed: () => void
}

function Widget({ captcha, onToken, onFailed }: Omit<Props, 'onClosed'>) {
  const host = useRef<HTMLDivElement>(null)
  const shown = useRef(false)
  useEffect(() => {
    if (shown.current || !host.current) return
    shown.current = true
    widgetToken(host.current, captcha).then(onToken, onFailed)
  }, [captcha, onToken, onFailed])
  return <div ref={host} className={styles.captcha} />
}

/** Shows the provider's CAPTCHA widget. */
function CaptchaDialog({ captcha, onToken, onFailed, onClosed }: Props) {
  const [isOpen, setOpen] = useState(true)
  const closing =
    <A,>(settle: (value: A) => void) =>
    (value: A) => {
      settle(value)
      setOpen(false)
    }
  return (
    <Sheet open={isOpen} onOpenChange={setOpen} onClosed={onClosed} title={m.accounts_captcha_title()}>
      <Note>{m.accounts_captcha_text()}</Note>
      <Widget captcha={captcha} onToken={closing(onToken)} onFailed={closing(onFailed)} />
    </Sheet>
  )
}

/** Opens the dialog over the current screen. Resolves to null if the person closes it. Throws `ApiError`. */
export function askForCaptcha(captcha: Captcha): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const onClosed = () => {
      root.unmount()
      host.remove()
      // Has no effect if the promise has already resolved to a token.
      resolve(null)
    }
    root.render(<CaptchaDialog captcha={captcha} onToken={resolve} onFailed={reject} onClosed={onClosed} />)
  })
}
