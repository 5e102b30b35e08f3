import { m } from '../i18n/messages.ts'

/** Stands while the session or a screen's code is on its way. */
export function LoadingPage() {
  return (
    <div className="grid min-h-dvh place-items-center" role="status">
      <div className="grid justify-items-center gap-4">
        <img src="/icon.svg" alt="" width="72" height="72" />
        <p className="font-strong text-ink-2">{m.shell_loading()}</p>
      </div>
    </div>
  )
}
