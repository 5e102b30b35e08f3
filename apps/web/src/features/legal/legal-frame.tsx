import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { configQuery } from '../../lib/server-config.ts'
import { AppLink, Button, Wordmark } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './legal.module.css'

/** A legal page's section, which has a question and its answer. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The operator's name and contact, or an error if they failed to load. */
export function Operator({ title }: { title: string }) {
  const { data, isError, refetch } = useQuery(configQuery)
  if (!data)
    return (
      isError && (
        <Part title={title}>
          <div role="alert">
            <p>{m.legal_operator_failed()}</p>
            <Button variant="line" size="sm" onClick={() => void refetch()}>
              {m.shell_retry()}
            </Button>
          </div>
        </Part>
      )
    )
  const { name, contact } = data.operator
  return (
    <Part title={title}>
      <p>{name ? m.legal_operator({ name }) : m.legal_operator_unknown()}</p>
      {contact ? (
        <p>
          {m.legal_contact()}{' '}
          <a className={looks.link} href={`mailto:${contact}`}>
            {contact}
          </a>
        </p>
      ) : (
        <p>{m.legal_no_contact()}</p>
      )}
    </Part>
  )
}

/** The layout for legal pages, which anyone can open. */
export function LegalFrame({
  title,
  intro,
  other,
  children,
}: {
  title: string
  intro: string
  /** A link to the related legal page. */
  other: { href: string; label: string }
  children: ReactNode
}) {
  return (
    <div className={classes(looks.page, styles.root)}>
      <header>
        <AppLink href="/" aria-label={m.shell_home()}>
          <Wordmark />
        </AppLink>
        <AppLink href={other.href} className={looks.link}>
          {other.label}
        </AppLink>
      </header>
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        <p className={styles.intro}>{intro}</p>
        {children}
      </main>
    </div>
  )
}
