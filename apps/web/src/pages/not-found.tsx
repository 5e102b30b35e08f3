import { useEffect } from 'react'
import { m } from '../i18n/messages.ts'
import { useTitle } from '../lib/title.ts'
import notFound from '../ui/art/not-found.svg?url'
import { ButtonLink } from '../ui/button.tsx'
import { AppLink } from '../ui/link.tsx'

/** Any path the product does not have. */
export function NotFoundPage() {
  const path = window.location.pathname
  useEffect(() => console.error('Page not found:', path), [path])
  useTitle(m.shell_not_found_title())
  return (
    <div className="page grid min-h-dvh grid-rows-[auto_1fr] p-gutter">
      <AppLink href="/" aria-label={m.shell_home()} className="justify-self-center rounded-slab">
        <img src="/icon.svg" alt="" width="56" height="56" />
      </AppLink>
      <main
        id="main"
        tabIndex={-1}
        className="grid place-items-center content-center gap-6 pb-20 text-center"
      >
        <img src={notFound} alt="" width="264" height="198" />
        <h1 className="text-display-md">{m.shell_not_found_title()}</h1>
        <ButtonLink href="/" variant="primary" size="lg">
          {m.shell_not_found_link()}
        </ButtonLink>
      </main>
    </div>
  )
}
