import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  publishVerification,
  verifyEmail,
  AuthFrame,
  useMailedLink,
  ResendForm,
} from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { ApiError, getMessage } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/notices/note.tsx'
import { HOME } from '../paths.ts'

type Outcome = 'working' | 'verified' | 'without-password' | 'refused' | 'name-taken' | 'failed'

const JOINING = '/auth?mode=sign-up'

function toOutcome(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.code === 'USERNAME_TAKEN') return 'name-taken'
  return error.status >= 400 && error.status < 429 ? 'refused' : 'failed'
}

// Verifies once when the page opens, and again on request. `text` is the error shown if the username is taken, `email`
// the verified address.
function useVerification(token: string | null) {
  const [outcome, setOutcome] = useState<Outcome>(token ? 'working' : 'refused')
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const requested = useRef(false)

  const verify = async () => {
    if (!token) return
    setOutcome('working')
    try {
      const verified = await verifyEmail(token)
      setEmail(verified.email)
      setOutcome(verified.has_password ? 'verified' : 'without-password')
    } catch (error) {
      setText(getMessage(error, ''))
      setOutcome(toOutcome(error))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mailed link is used once
  useEffect(() => {
    if (requested.current) return
    requested.current = true
    void verify()
  })
  return { outcome, text, email, verify }
}

// If the sign-up was in another tab of this browser, that tab signs in, and this one also opens the requested path.
function useSignInElsewhere(isVerified: boolean, next: string | null) {
  useEffect(() => {
    if (!isVerified) return
    const stop = session.onEvent((event, { status }) => {
      if (event === 'signed_in' && status === 'signed-in') go(next ?? HOME, { replace: true })
    })
    publishVerification()
    return stop
  }, [isVerified, next])
}

type VerifiedProps = { hasPassword: boolean; email: string; next: string | null }

function Verified({ hasPassword, email, next }: VerifiedProps) {
  return (
    <AuthFrame title={m.accounts_verify_ok_title()}>
      <Note spaced role="status">
        {hasPassword ? m.accounts_verify_ok_text() : m.accounts_verify_no_password_text()}
      </Note>
      <ButtonLink
        href={next ? `/auth?next=${encodeURIComponent(next)}` : '/auth'}
        state={{ email }}
        variant="primary"
        size="lg"
        wide
      >
        {m.accounts_sign_in()}
      </ButtonLink>
    </AuthFrame>
  )
}

/** `/auth/verify`: verifies an email address with the link from an email. */
function VerifyPage() {
  const { token, next } = useMailedLink()
  const { outcome, text, email, verify } = useVerification(token)
  useSignInElsewhere(outcome === 'verified', next)
  switch (outcome) {
    case 'working':
      return (
        <AuthFrame title={m.accounts_verify_title()}>
          <p role="status">{m.shell_loading()}</p>
        </AuthFrame>
      )
    case 'without-password':
    case 'verified':
      return <Verified hasPassword={outcome === 'verified'} email={email} next={next} />
    case 'refused':
      return (
        <AuthFrame title={m.accounts_bad_link_title()}>
          <Note spaced role="alert">
            {token ? m.accounts_verify_bad_text() : m.accounts_incomplete_link_text()}
          </Note>
          <ResendForm />
        </AuthFrame>
      )
    case 'name-taken':
      return (
        <AuthFrame title={m.accounts_verify_taken_title()}>
          <Note spaced role="alert">
            {text} {m.accounts_verify_taken_text()}
          </Note>
          <ButtonLink href={JOINING} variant="primary" size="lg" wide>
            {m.accounts_sign_up()}
          </ButtonLink>
        </AuthFrame>
      )
    case 'failed':
      return (
        <AuthFrame title={m.accounts_error_title()}>
          <Note spaced role="alert">
            {m.accounts_error_text()}
          </Note>
          <Button variant="primary" size="lg" wide onClick={verify}>
            {m.shell_retry()}
          </Button>
        </AuthFrame>
      )
  }
}

export const Route = createFileRoute('/auth/verify')({
  component: VerifyPage,
  staticData: { title: m.accounts_verify_title, shell: 'bare' },
})
