import { useEffect } from 'react'
import { m } from '../i18n/messages.ts'
import { useTitle } from '../lib/page/page-title.ts'
import notFound from '../ui/art/not-found.svg?url'
import { ButtonLink } from '../ui/button.tsx'
import { AppLink } from '../ui/link.tsx'
import { looks } from '../ui/looks.ts'
import { classes } from '../lib/classes.ts'
import { AdminHint } from './admin-hint.tsx'
import styles from './not-found.module.css'

const ADMIN = /^\/admin(?:\/|$)/

/** Shown for unknown paths. */
export function NotFoundPage() {
  const path = window.location.pathname
  useEffect(() => console.error('Page not found:', path), [path])
  useTitle(m.shell_not_found_title())
  return (
    <div className={classes(looks.page, styles.root)}>
      <AppLink href="/" aria-label={m.shell_home()} className={styles.home}>
        <img src="/icon.svg" alt="" width="56" height="56" />
      </AppLink>
      <main id="main" tabIndex={-1}>
        <img src={notFound} alt="" width="264" height="198" />
        <h1>{m.shell_not_found_title()}</h1>
        {ADMIN.test(path) && <AdminHint />}
        <ButtonLink href="/" variant="primary" size="lg">
          {m.shell_not_found_link()}
        </ButtonLink>
      </main>
    </div>
  )
}
