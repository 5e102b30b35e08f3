import { createFileRoute, redirect, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import {
  AuthFrame,
  dueDay,
  ForgotForm,
  MoreWays,
  SignInForm,
  SignUpForm,
  SuspendedNotice,
  MailNotice,
} from '../../features/accounts/index.ts'
import { LinkedPage, PendingNotice } from '../../features/intents/index.ts'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { safePath } from '../../lib/safe-path.ts'
import { DELETION_DUE } from '../../lib/sign-out.ts'
import { readStoredInTab, writeStoredInTab } from '../../lib/storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AppLink } from '../../ui/link.tsx'
import { visitorOnly } from '../guards.ts'
import { looks } from '../../ui/looks.ts'
import styles from '../auth-screen.module.css'

type Mode = 'sign-in' | 'sign-up' | 'forgot'
/** The notice above the form: an email was sent, or the account is scheduled for deletion. */
type Waiting = { for: 'verification' | 'password'; email: string } | { for: 'leaving'; day: string }

const TITLES = {
  'sign-in': m.accounts_sign_in_title,
  'sign-up': m.accounts_sign_up_title,
  forgot: m.accounts_forgot_title,
}
const SWITCH = {
  'sign-in': { question: m.accounts_no_account_question, link: m.accounts_no_account_link },
  'sign-up': { question: m.accounts_have_account_question, link: m.accounts_have_account_link },
  forgot: { question: () => '', link: m.accounts_back_to_sign_in },
}

const HOME = '/dashboard'
const MAP = '/spots'
/** Maximum path length in an emailed link. */
const NEXT_MAX = 300

function buildAddress(mode: Mode, next: string | undefined): string {
  const query = new URLSearchParams({ ...(mode === 'sign-up' && { mode }), ...(next && { next }) })
  return query.size > 0 ? `/auth?${query}` : '/auth'
}

// After requesting account deletion, people land here and see how long they have to cancel it.
function hintedNotice(): Waiting | null {
  const due_at = readStoredInTab(DELETION_DUE)
  if (typeof due_at !== 'string') return null
  writeStoredInTab(DELETION_DUE, null)
  return { for: 'leaving', day: dueDay(due_at) }
}

function Notice({ waiting }: { waiting: Waiting }) {
  if (waiting.for === 'leaving')
    return (
      <MailNotice
        title={m.accounts_deletion_scheduled_title({ day: waiting.day })}
        text={m.accounts_deletion_scheduled_text()}
      />
    )
  const { email } = waiting
  return waiting.for === 'verification' ? (
    <MailNotice
      title={m.accounts_verify_waiting_title()}
      text={m.accounts_verify_waiting_text({ email })}
      resendTo={email}
    />
  ) : (
    <MailNotice title={m.accounts_forgot_sent_title()} text={m.accounts_forgot_sent_text({ email })} />
  )
}

type CodeLinkProps = {
  /** The path to open after signing in, if one was requested. */
  next: string | undefined
  email: string
  className?: string | undefined
}

function CodeLink({ next, email, className }: CodeLinkProps) {
  return (
    <ButtonLink
      href={next ? `/auth/code?next=${encodeURIComponent(next)}` : '/auth/code'}
      state={{ email }}
      variant="line"
      size="lg"
      wide
      className={className}
    >
      {m.accounts_code_link()}
    </ButtonLink>
  )
}

type OtherFormProps = Omit<CodeLinkProps, 'className'> & { mode: Mode; onSwitch: () => void }

/** The links below the form: switch forms, or open the map without an account. */
function OtherForm({ mode, next, email, onSwitch }: OtherFormProps) {
  // For people who came to see the map, its link is a button.
  const isExploring = next === MAP && mode !== 'forgot'
  return (
    <>
      {isExploring && (
        <ButtonLink href={MAP} variant="line" size="lg" wide className={styles.look}>
          {m.accounts_browse_link()}
        </ButtonLink>
      )}
      {mode === 'sign-up' && <CodeLink next={next} email={email} className={styles.look} />}
      <p className={styles.switch}>
        <button type="button" role="link" onClick={onSwitch}>
          {SWITCH[mode].question()} <span className={looks.link}>{SWITCH[mode].link()}</span>
        </button>
      </p>
      {!isExploring && (
        <p className={styles.switch}>
          <AppLink href={MAP} className={looks.link}>
            {m.shell_browse_map()}
          </AppLink>
        </p>
      )}
      {mode !== 'forgot' && <MoreWays next={next} />}
    </>
  )
}

/** `/auth`: a single form for signing in, signing up, and resetting a password. */
function AuthPage() {
  const search = useRouterState({
    select: ({ location }) => location.search as { mode?: string; next?: string },
  })
  const next = safePath(search.next, HOME)
  const [forgot, setForgot] = useState(false)
  const mode: Mode = forgot ? 'forgot' : search.mode === 'sign-up' ? 'sign-up' : 'sign-in'
  const hinted = useRouterState({ select: ({ location }) => location.state as { email?: string } })
  const [email, setEmail] = useState(hinted.email ?? '')
  const [waiting, setWaiting] = useState<Waiting | null>(hintedNotice)

  // The sign-up form has its own URL, so people can link to it and reload it.
  const show = (wanted: Mode, notice: Waiting | null = null) => {
    setForgot(wanted === 'forgot')
    setWaiting(notice)
    if (wanted !== 'forgot') go(buildAddress(wanted, search.next), { replace: true })
  }
  return (
    <AuthFrame title={TITLES[mode]()}>
      {waiting && <Notice waiting={waiting} />}
      <SuspendedNotice />
      <LinkedPage next={next} />
      <PendingNotice next={next} />
      {mode === 'sign-in' && (
        <SignInForm
          email={email}
          onEmail={setEmail}
          onForgot={() => show('forgot')}
          onUnverified={() => setWaiting({ for: 'verification', email: email.trim() })}
          withoutPassword={<CodeLink next={search.next} email={email.trim()} />}
        />
      )}
      {mode === 'sign-up' && (
        <SignUpForm
          email={email}
          next={next === HOME || next.length > NEXT_MAX ? undefined : next}
          onEmail={setEmail}
          onCreated={() => show('sign-in', { for: 'verification', email: email.trim() })}
        />
      )}
      {mode === 'forgot' && (
        <ForgotForm
          email={email}
          onEmail={setEmail}
          onSent={() => show('sign-in', { for: 'password', email: email.trim() })}
        />
      )}
      <OtherForm
        mode={mode}
        next={search.next}
        email={email.trim()}
        onSwitch={() => show(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
      />
    </AuthFrame>
  )
}

const NAMES = ['next', 'mode', 'verify', 'reset', 'email', 'undo'] as const

type Search = Partial<Record<(typeof NAMES)[number], string>>

export const Route = createFileRoute('/auth/')({
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      NAMES.filter((name) => typeof search[name] === 'string').map((name) => [name, search[name]]),
    ),
  beforeLoad: async ({ search }) => {
    // An emailed link's parameter determines the screen to redirect to.
    const { verify, reset, email, undo, ...rest } = search
    if (verify) {
      const next = search.next ? `&next=${encodeURIComponent(search.next)}` : ''
      throw redirect({ to: '/auth/verify', hash: `token=${verify}${next}`, replace: true })
    }
    if (reset) throw redirect({ to: '/auth/password', hash: `token=${reset}`, replace: true })
    if (email) throw redirect({ to: '/auth/email', hash: `token=${email}`, replace: true })
    if (undo) throw redirect({ to: '/auth/undo', hash: `token=${undo}`, replace: true })
    await visitorOnly({ search: rest })
  },
  component: AuthPage,
  staticData: { title: m.accounts_sign_in, shell: 'bare' },
})
