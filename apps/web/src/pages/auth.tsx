import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { dueDay } from '../features/accounts/due-day.ts'
import { ForgotForm } from '../features/accounts/forgot-form.tsx'
import { SignInForm } from '../features/accounts/sign-in-form.tsx'
import { SignUpForm } from '../features/accounts/sign-up-form.tsx'
import { SuspendedNotice } from '../features/accounts/suspended-notice.tsx'
import { MailNotice } from '../features/accounts/verification-notice.tsx'
import { PendingNotice } from '../features/intents/pending-notice.tsx'
import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { safePath } from '../lib/safe-path.ts'
import { AppLink } from '../ui/link.tsx'

type Mode = 'sign-in' | 'sign-up' | 'forgot'
/** What waits in somebody's mail. */
type Waiting = { for: 'verification' | 'password'; email: string } | { for: 'leaving'; day: string }

const TITLES = {
  'sign-in': m.auth_sign_in_title,
  'sign-up': m.auth_sign_up_title,
  forgot: m.auth_forgot_title,
}
const SWITCH = {
  'sign-in': { question: m.auth_no_account_question, link: m.auth_no_account_link },
  'sign-up': { question: m.auth_have_account_question, link: m.auth_have_account_link },
  forgot: { question: () => '', link: m.auth_back_to_sign_in },
}

const HOME = '/dashboard'
/** Longer ones do not fit a mailed link. */
const NEXT_MAX = 300

const addressOf = (mode: Mode, next: string | undefined): string => {
  const query = new URLSearchParams({ ...(mode === 'sign-up' && { mode }), ...(next && { next }) })
  return query.size > 0 ? `/auth?${query}` : '/auth'
}

// Whoever deleted their account comes here, and learns until when there is a way back.
const hintedNotice = (state: unknown): Waiting | null => {
  const { deletionDueAt } = (state ?? {}) as { deletionDueAt?: unknown }
  return typeof deletionDueAt === 'string' ? { for: 'leaving', day: dueDay(deletionDueAt) } : null
}

function Notice({ waiting }: { waiting: Waiting }) {
  if (waiting.for === 'leaving')
    return <MailNotice title={m.auth_left_title({ day: waiting.day })} text={m.auth_left_text()} />
  const { email } = waiting
  return waiting.for === 'verification' ? (
    <MailNotice
      title={m.auth_verify_waiting_title()}
      text={m.auth_verify_waiting_text({ email })}
      resendTo={email}
    />
  ) : (
    <MailNotice title={m.auth_forgot_sent_title()} text={m.auth_forgot_sent_text({ email })} />
  )
}

/** One form to sign in, to sign up, and to ask for a new password. */
export function AuthPage() {
  const search = useRouterState({
    select: ({ location }) => location.search as { mode?: string; next?: string },
  })
  const next = safePath(search.next, HOME)
  const notice = useRouterState({ select: ({ location }) => location.state })
  const [forgot, setForgot] = useState(false)
  const mode: Mode = forgot ? 'forgot' : search.mode === 'sign-up' ? 'sign-up' : 'sign-in'
  const [email, setEmail] = useState('')
  const [waiting, setWaiting] = useState<Waiting | null>(() => hintedNotice(notice))

  // Signing up has an address of its own: it can be linked, and a reload stays there.
  const show = (wanted: Mode, notice: Waiting | null = null) => {
    setForgot(wanted === 'forgot')
    setWaiting(notice)
    if (wanted !== 'forgot') go(addressOf(wanted, search.next), { replace: true })
  }
  return (
    <AuthFrame title={TITLES[mode]()}>
      {waiting && <Notice waiting={waiting} />}
      <SuspendedNotice />
      <PendingNotice next={next} />
      {mode === 'sign-in' && (
        <SignInForm
          email={email}
          onEmail={setEmail}
          onForgot={() => show('forgot')}
          onUnverified={() => setWaiting({ for: 'verification', email: email.trim() })}
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
      <p className="auth-switch">
        <button type="button" role="link" onClick={() => show(mode === 'sign-in' ? 'sign-up' : 'sign-in')}>
          {SWITCH[mode].question()} <span className="link">{SWITCH[mode].link()}</span>
        </button>
      </p>
      <p className="auth-switch">
        <AppLink href="/spots" className="link">
          {m.shell_look_at_map()}
        </AppLink>
      </p>
    </AuthFrame>
  )
}
