import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { AppLink, Wordmark } from '../../ui/index.ts'
import './legal.css'

/** One question of a page of rules, and its answer. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Who runs the installation and how to reach them, as far as they said. */
export function Operator({ title }: { title: string }) {
  const config = useServerConfig()
  if (!config) return null
  const { name, contact } = config.operator
  return (
    <Part title={title}>
      <p>{name ? m.legal_operator({ name }) : m.legal_operator_unknown()}</p>
      {contact ? (
        <p>
          {m.legal_contact()}{' '}
          <a className="link" href={`mailto:${contact}`}>
            {contact}
          </a>
          .
        </p>
      ) : (
        <p>{m.legal_no_contact()}</p>
      )}
    </Part>
  )
}

/** A page to read: for everybody, signed in or not. */
export function LegalFrame({
  title,
  intro,
  other,
  children,
}: {
  title: string
  intro: string
  /** The page that belongs to this one. */
  other: { href: string; word: string }
  children: ReactNode
}) {
  return (
    <div className="page legal">
      <header>
        <AppLink href="/" aria-label={m.shell_home()}>
          <Wordmark />
        </AppLink>
        <AppLink href={other.href} className="link">
          {other.word}
        </AppLink>
      </header>
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        <p className="legal-intro">{intro}</p>
        {children}
      </main>
    </div>
  )
}
